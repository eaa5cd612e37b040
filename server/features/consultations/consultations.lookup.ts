import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { listOfConversations, presentAttachment } from '#server/features/attachments/attachments.lookup.ts';
import { getOrderRow } from '#server/features/orders/orders.moves.ts';
import { type CaseAccess, getCaseAccess } from '#server/features/participants/participants.access.ts';
import { type ConversationPlace, filterReadable } from '#server/features/participants/room-access.ts';
import { isPermitted } from '#server/http/permitted.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { OrderDetail } from '#shared/features/orders/schemas.ts';
import { ROOMS } from '#shared/rules/case-access/areas.ts';
import { ownRoomOf, roomsOf } from '#shared/rules/case-access/case-access.ts';
import type { ConversationEvent } from '#shared/rules/conversation-status.ts';
import { orderSubject } from '#shared/rules/work/conversation-subject.ts';
import type { ConsultationDeps } from './consultation-deps.ts';
import { appendEvent } from './sending/append-message.ts';
import { sendTo } from './sending/begin-conversation.ts';
import { insertConversation } from './sending/insert-conversation.ts';
import { presentAuthor } from './thread/conversations.present.ts';
import { type ConversationRow, findLatest } from './thread/conversations.queries.ts';

type CaseRoom = Pick<OrderDetail, 'conversation_id' | 'rooms' | 'documents'>;

/** The conversations of an order, the open ones first, then the newest. */
function listOfOrder(db: DbOrTrx, orderId: number) {
  return db
    .selectFrom('conversations')
    .select(['id', 'user_id', 'order_id', 'room', 'status'])
    .where('order_id', '=', orderId)
    .orderBy((eb) => eb('status', '<>', 'closed'), 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Returns what the page of an order shows of the rooms that a person with a part in it reads. */
export async function readCaseRoom(
  deps: Pick<ConsultationDeps, 'db' | 'dataKeys'>,
  access: CaseAccess,
  now: Date,
): Promise<CaseRoom> {
  const all = await listOfOrder(deps.db, access.orderId);
  const readable = await filterReadable(deps.db, access.userId, all, now);
  const idIn = (room: string | undefined) => readable.find((conversation) => conversation.room === room)?.id ?? null;
  const files = await listOfConversations(
    deps.db,
    readable.map(({ id }) => id),
  );
  return {
    conversation_id: idIn(ownRoomOf(access.role)),
    rooms: roomsOf(access).map((room) => ({ room, conversation_id: idIn(room) })),
    documents: files.map((file) => ({
      ...presentAttachment(deps.dataKeys, file),
      from: file.is_staff ? 'staff' : 'customer',
      author: presentAuthor(file.is_staff ? 'staff' : 'customer', file.owner_name),
      is_own: file.owner_id === access.userId,
      created_at: wireTime(file.created_at),
    })),
  };
}

/** Returns the rooms of a case for administrators: those that customers read now, and those with a conversation. */
export async function listRooms(db: DbOrTrx, orderId: number, now: Date): Promise<AdminOrder['rooms']> {
  const { user_id: buyerId } = await getOrderRow(db, orderId);
  const all = await listOfOrder(db, orderId);
  const buyer = await getCaseAccess(db, buyerId, orderId, now);
  const { clientId } = buyer;
  const client =
    clientId === null || clientId === buyerId ? undefined : await getCaseAccess(db, clientId, orderId, now);
  const open = new Set([buyer, ...(client ? [client] : [])].flatMap(roomsOf));
  const rooms = ROOMS.map((room) => {
    // That of a client who has left is no longer written in.
    const ofRoom = all.filter((one) => one.room === room && (room === 'buyer' || !client || one.user_id === clientId));
    return { room, conversation_id: ofRoom[0]?.id ?? null, is_read_by_customer: open.has(room) };
  });
  return rooms.filter((room) => room.is_read_by_customer || room.conversation_id !== null);
}

/**
 * The room of those who read the progress of the case: of the client, once one has joined. Undefined while the
 * client has left.
 */
async function roomOfProgress(trx: Trx, orderId: number, now: Date): Promise<ConversationPlace | undefined> {
  const { user_id: buyerId } = await getOrderRow(trx, orderId);
  const { role, hadClient, clientId } = await getCaseAccess(trx, buyerId, orderId, now);
  if (role === 'both' || !hadClient) return { user_id: buyerId, order_id: orderId, room: 'buyer' };
  return clientId === null ? undefined : { user_id: clientId, order_id: orderId, room: 'client' };
}

async function makeForOrder(
  trx: Trx,
  deps: Pick<ConsultationDeps, 'dataKeys'>,
  place: ConversationPlace,
  { orderId, now }: { orderId: number; now: Date },
): Promise<ConversationRow> {
  const { order_number } = await getOrderRow(trx, orderId);
  return insertConversation(trx, deps, {
    ...place,
    subject: orderSubject(order_number),
    status: 'answered',
    created_at: now,
  });
}

/**
 * Puts an event into the conversation of those who read the order's progress, which is made where there is
 * none. Part of the caller's transaction; the streams get it after the commit. The caller holds the order's
 * lock, so that two events do not each make a conversation.
 * @throws AppError ORDER_NOT_FOUND
 */
async function addOrderEvent(
  trx: Trx,
  deps: Pick<ConsultationDeps, 'dataKeys' | 'events' | 'clock'>,
  { orderId, event, text }: { orderId: number; event: ConversationEvent; text: string },
): Promise<void> {
  const cipher = await deps.dataKeys.forWriting();
  const now = deps.clock.now();
  const place = await roomOfProgress(trx, orderId, now);
  if (!place) return;
  const latest = await findLatest(trx, place);
  const conversation = latest
    ? await trx
        .selectFrom('conversations')
        .selectAll()
        .where('id', '=', latest.id)
        .forUpdate()
        .executeTakeFirstOrThrow()
    : await makeForOrder(trx, deps, place, { orderId, now });
  await appendEvent(trx, { cipher, events: deps.events, now }, conversation, { event, text });
}

/** Reports a finished step of an order in its conversation. As `addOrderEvent`. */
export function reportStepDone(
  trx: Trx,
  deps: Pick<ConsultationDeps, 'dataKeys' | 'events' | 'clock'>,
  { orderId, title }: { orderId: number; title: string },
): Promise<void> {
  return addOrderEvent(trx, deps, { orderId, event: 'step_done', text: `‘${title}’ 단계를 마쳤습니다.` });
}

/** Returns whether an open account reads the progress of a case. */
export async function isCaseRead(trx: Trx, orderId: number, now: Date): Promise<boolean> {
  const place = await roomOfProgress(trx, orderId, now);
  if (!place) return false;
  const reader = trx.selectFrom('users').select('id').where('id', '=', place.user_id).where('closed_at', 'is', null);
  return (await reader.executeTakeFirst()) !== undefined;
}

/** Returns the text that an administrator sent about an order under a `client_id`; undefined where there is none. */
export async function findSentAboutOrder(
  trx: Trx,
  { dataKeys }: Pick<ConsultationDeps, 'dataKeys'>,
  { orderId, authorId, clientId }: Omit<MessageAboutOrder, 'text'>,
): Promise<string | undefined> {
  const sent = await trx
    .selectFrom('conversation_messages as message')
    .innerJoin('conversations', 'conversations.id', 'message.conversation_id')
    .select(['message.id', 'message.text'])
    .where('conversations.order_id', '=', orderId)
    .where('message.author_id', '=', authorId)
    .where('message.client_id', '=', clientId)
    .executeTakeFirst();
  return sent && dataKeys.decryptText(sent.text, `conversation_messages.text:${sent.id}`);
}

type MessageAboutOrder = { orderId: number; authorId: number; clientId: string; text: string };

/**
 * Sends a message of an administrator to those who read the progress of a case. It is dropped where no account reads it
 * any more, or where its author may write to customers no more. The caller holds the order's lock.
 */
export async function sendAboutOrder(
  trx: Trx,
  deps: ConsultationDeps,
  { orderId, authorId, clientId, text }: MessageAboutOrder,
): Promise<void> {
  await deps.dataKeys.forWriting();
  const now = deps.clock.now();
  const author = await trx
    .selectFrom('users')
    .select(['id', 'fullname'])
    .where('id', '=', authorId)
    .where(isPermitted('consultations'))
    .executeTakeFirst();
  const place = await roomOfProgress(trx, orderId, now);
  if (!author || !place || !(await isCaseRead(trx, orderId, now))) return;
  const subject = orderSubject((await getOrderRow(trx, orderId)).order_number);
  const writer = { ...author, isAdmin: true } as const;
  await sendTo(trx, deps, writer, { ...place, subject }, { clientId, text, attachmentIds: [] });
}
