import type { Conversation } from '#shared/features/consultations/schemas.ts';
import type { Room } from '#shared/rules/case-access/areas.ts';
import { confirm } from '#web/ui/ask.ts';

type Place = Pick<Conversation, 'room' | 'order_id'>;
type Side = 'customer' | 'staff';

/** The rooms of a case as administrators call them. */
export const ROOM_LABELS: Record<Room, string> = { buyer: '구매자', client: '의뢰인', shared: '함께 보는 대화' };

const ALL_READ = '의뢰인과 구매자, 담당자가 함께 읽습니다.';

/** Says who reads a conversation. */
export function readersOf({ room, order_id }: Place, side: Side): string {
  if (room === 'shared') return ALL_READ;
  if (side === 'customer') return '이 대화는 나와 담당자만 읽습니다.';
  if (room === 'client') return '의뢰인과 담당자만 읽습니다.';
  return order_id === null ? '고객과 담당자만 읽습니다.' : '구매자와 담당자만 읽습니다.';
}

/** The room that was last written in, by order. */
const written = new Map<number, Room>();

/** At first the own room of a customer is no other one; for administrators that of the buyer is none. */
function isOther(orderId: number, room: Room, side: Side): boolean {
  const last = written.get(orderId);
  if (last !== undefined) return last !== room;
  return side === 'customer' ? room === 'shared' : room !== 'buyer';
}

/** Asks once where a message goes to another room of the case than the one before. */
export async function confirmRoom(place: Place, side: Side): Promise<boolean> {
  const { order_id: orderId, room } = place;
  if (orderId === null) return true;
  if (isOther(orderId, room, side)) {
    const message = `다른 대화방입니다. ${readersOf(place, side)} 여기에 보낼까요?`;
    if (!(await confirm({ title: '읽는 사람 확인', message, confirmLabel: '보내기' }))) return false;
  }
  written.set(orderId, room);
  return true;
}
