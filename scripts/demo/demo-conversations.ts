import type { Db } from '#server/db/transaction.ts';
import type { ConsultationDeps } from '#server/features/consultations/consultation-deps.ts';
import { updateConversation } from '#server/features/consultations/inbox/update-conversation.ts';
import { openConversation } from '#server/features/consultations/sending/open-conversation.ts';
import { sendAdminMessage } from '#server/features/consultations/sending/send-admin-message.ts';
import { sendMessage } from '#server/features/consultations/sending/send-message.ts';
import { moveReadMark } from '#server/features/consultations/thread/read-marks.queries.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/lib/time.ts';
import type { DemoLawyer } from './demo-people.ts';

type Entry = { by: 'customer' | 'staff' | 'note'; text: string };
type Story = {
  subject: string;
  /** When it began, before now. */
  hours: number;
  entries: readonly [Entry, ...Entry[]];
  /** Holds what administrators did with it at the end. */
  end?: 'closed' | 'on_hold';
  /** The lawyer of the order takes it. */
  isAssigned?: boolean;
};

const customer = (text: string): Entry => ({ by: 'customer', text: `표본입니다. ${text}` });
const admin = (text: string): Entry => ({ by: 'staff', text: `표본 답변입니다. ${text}` });
const note = (text: string): Entry => ({ by: 'note', text: `표본 메모입니다. ${text}` });

/** Conversations in each status, the longest waiting and the newest among them. */
const OPEN_STORIES: readonly [Story, ...Story[]] = [
  {
    subject: '표본 문의: 항고장 제출',
    hours: 900,
    end: 'closed',
    isAssigned: true,
    entries: [
      customer('항고장은 언제까지 내야 하나요?'),
      admin('통지를 받은 날부터 30일 안에 제출합니다.'),
      customer('감사합니다.'),
    ],
  },
  {
    subject: '표본 문의: 영수증',
    hours: 500,
    end: 'closed',
    entries: [customer('영수증을 받을 수 있을까요?'), admin('마이페이지의 주문 내역에 있습니다.')],
  },
  {
    subject: '표본 문의: 진단서 발급',
    hours: 200,
    end: 'on_hold',
    isAssigned: true,
    entries: [
      customer('진단서가 다음 주에 나옵니다.'),
      admin('받으신 뒤에 이어서 진행하겠습니다.'),
      note('다음 주에 다시 확인.'),
    ],
  },
  {
    subject: '표본 문의: 진술서 작성',
    hours: 120,
    isAssigned: true,
    entries: [customer('진술서에는 무엇을 써야 하나요?'), admin('날짜와 장소부터 시간 순서로 적어주세요.')],
  },
  {
    subject: '표본 문의: 위원회 출석',
    hours: 70,
    isAssigned: true,
    entries: [
      customer('출석할 때 함께 가실 수 있나요?'),
      admin('네, 담당 변호사가 함께 출석합니다.'),
      customer('몇 시까지 가면 될까요?'),
    ],
  },
  {
    subject: '표본 문의: 자료 전달',
    hours: 30,
    entries: [customer('통지서 사진을 어디로 보내면 되나요?'), note('첨부 방법을 안내할 것.')],
  },
  { subject: '표본 문의: 통화 시간', hours: 5, entries: [customer('오늘 저녁에 통화할 수 있을까요?')] },
  {
    subject: '표본 문의: 처음 문의',
    hours: 2,
    entries: [customer('처음 이용합니다.'), customer('비용이 더 드는지 궁금합니다.')],
  },
];

/** Old conversations between the closed ones and those that wait, so that lists are as long as a firm's. */
const OLD_STORIES: readonly Story[] = Array.from({ length: 52 }, (_, index) => ({
  ...(OPEN_STORIES[index % 2] ?? OPEN_STORIES[0]),
  hours: 960 + 20 * index,
}));
const STORIES = [...OPEN_STORIES, ...OLD_STORIES];

type Tools = Omit<ConsultationDeps, 'clock' | 'events' | 'limits'>;
type Order = { id: number; user_id: number; assignee_id: number | null; created_at: Date; fullname: string };

/** The paid sample orders, the newest first. */
async function listOrders(db: Db): Promise<Order[]> {
  return db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['orders.id', 'orders.user_id', 'orders.assignee_id', 'orders.created_at', 'users.fullname'])
    .where('orders.order_number', 'like', 'DEMO-%')
    .where('orders.status', '=', 'confirmed')
    .orderBy('orders.id', 'desc')
    .execute();
}

/** The ids that a browser would make, the same in every run. */
function clientId(conversation: number, entry: number): string {
  return `00000000-0000-4000-8000-${String(conversation * 100 + entry).padStart(12, '0')}`;
}

/** One conversation, written by the calls that the shop itself uses, at the times of its story. */
async function addConversation(
  tools: Tools,
  { entries, hours, subject, end, isAssigned }: Story,
  { index, order, lawyer, now }: { index: number; order: Order; lawyer: DemoLawyer; now: Date },
): Promise<void> {
  let at = new Date(now.getTime() - hours * HOUR_MS);
  const deps: ConsultationDeps = {
    ...tools,
    clock: { now: () => at },
    // Pages that are open find what is new when they ask next.
    events: { publish: () => undefined },
    limits: { messagesPerMinute: 0, conversationsPerHour: 0 },
  };
  const writer = { id: lawyer.id, fullname: lawyer.fullname, isAdmin: true } as const;
  const content = (entry: Entry, position: number) => ({
    clientId: clientId(index, position),
    text: entry.text,
    attachmentIds: [],
  });
  const [first, ...others] = entries;
  const buyer = { id: order.user_id, fullname: order.fullname };
  const about = { subject, orderId: order.id, room: undefined, serviceId: null, previousId: null };
  const { id } = await openConversation(deps, buyer, { ...content(first, 0), ...about });
  for (const [position, entry] of others.entries()) {
    at = new Date(at.getTime() + 40 * MINUTE_MS);
    const written = content(entry, position + 1);
    if (entry.by === 'customer') await sendMessage(deps, buyer, id, written);
    else
      await sendAdminMessage(deps, { ...writer, session: undefined }, id, {
        ...written,
        kind: entry.by === 'note' ? 'note' : 'message',
      });
  }
  if (end || isAssigned) {
    const { version } = await tools.db
      .selectFrom('conversations')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const holdUntil = end === 'on_hold' ? koreanDayAt(new Date(now.getTime() + 5 * DAY_MS)) : undefined;
    const actor = { actor: { id: lawyer.id, user_id: lawyer.login }, address: '127.0.0.1' };
    const changes = { status: end, holdUntil, assigneeId: isAssigned ? lawyer.id : undefined, version };
    await updateConversation(deps, actor, writer, id, changes);
  }
  // The customer has read old answers, so that no mail about them goes out.
  if (hours > 48) await moveReadMark(tools.db, { conversationId: id, reader: { ...buyer, isAdmin: false }, seq: 1000 });
}

/** Conversations about sample orders that were there before them, in every status. Returns how many. */
export async function addConversations(
  tools: Tools,
  { lawyers, now }: { lawyers: readonly DemoLawyer[]; now: Date },
): Promise<number> {
  const orders = await listOrders(tools.db);
  let added = 0;
  for (const story of STORIES) {
    const before = now.getTime() - story.hours * HOUR_MS;
    const at = orders.findIndex(({ created_at }) => created_at.getTime() < before);
    const [order] = at < 0 ? [] : orders.splice(at, 1);
    const lawyer = lawyers.find(({ id }) => id === order?.assignee_id) ?? lawyers[0];
    if (!order || !lawyer) continue;
    added += 1;
    await addConversation(tools, story, { index: added, order, lawyer, now });
  }
  return added;
}
