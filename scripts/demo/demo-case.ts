import type { Db } from '#server/db/transaction.ts';
import { bookCallback } from '#server/features/callbacks/book-callback.ts';
import type { CallbackDeps } from '#server/features/callbacks/callback-deps.ts';
import { listSlots } from '#server/features/callbacks/list-slots.ts';
import { setCapacity } from '#server/features/callbacks/set-capacity.ts';
import { createDeadline, type DeadlineDeps } from '#server/features/casework/save-deadline.ts';
import { createPaper } from '#server/features/casework/save-paper.ts';
import { openSet } from '#server/features/questions/arrange-sets.ts';
import { type QuestionDeps, saveAnswer } from '#server/features/questions/save-answer.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import { DAY_MS } from '#server/lib/time.ts';
import { type DemoLawyer, FIRST_MEMBER } from './demo-people.ts';

const SET = 'discipline';
const ANSWERS = {
  answers_self: true,
  rank_group: '1',
  reach: '평일 저녁 7시 이후 (표본)',
  stage: '3',
  punishment: '3',
  reasons: '표본입니다. 점호에 늦었다는 사유가 적혀 있습니다.',
} as const;

/** An open paid order of the first member, the oldest first. */
async function findOrder(db: Db): Promise<{ id: number; user_id: number } | undefined> {
  return db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['orders.id', 'orders.user_id'])
    .where('users.user_id', '=', FIRST_MEMBER)
    .where('orders.status', '=', 'confirmed')
    .where('orders.work_closed_at', 'is', null)
    .orderBy('orders.id')
    .executeTakeFirst();
}

/** Titles and days from now of the deadlines of other open cases: some are over, some near. */
const DEADLINES = [
  ['의견서 제출', -1],
  ['징계위원회 출석', 1],
  ['항고장 제출', 2],
  ['진단서 제출', 4],
  ['심사 출석', 6],
  ['보완 서류 제출', 9],
  ['답변서 제출', 13],
  ['처분 통지 예정', 20],
] as const;
const CASES_WITH_DEADLINE = 24;
const CALLS = 8;

/** The hours for calls: until 20:00 on Tuesday and Thursday. */
const OFFICE: [string, string][] = [
  ['09:00', '12:00'],
  ['13:00', '18:00'],
];
const EVENING: [string, string][] = [...OFFICE, ['18:00', '20:00']];
const CALL_HOURS = { 1: OFFICE, 2: EVENING, 3: OFFICE, 4: EVENING, 5: OFFICE };

/** Deadlines of open cases, and calls that buyers have booked in the next slots. */
export async function addDates(
  deps: CallbackDeps & DeadlineDeps,
  { lawyers, now }: { lawyers: readonly DemoLawyer[]; now: Date },
): Promise<void> {
  const [lawyer] = lawyers;
  if (!lawyer) return;
  const admin = { actor: { id: lawyer.id, user_id: lawyer.login }, address: '127.0.0.1' };
  const dayIn = (days: number) => koreanDayAt(new Date(now.getTime() + days * DAY_MS));
  const open = await deps.db
    .selectFrom('orders')
    .select(['orders.id', 'orders.user_id'])
    .where('orders.order_number', 'like', 'DEMO-%')
    .where('orders.status', '=', 'confirmed')
    .where('orders.work_closed_at', 'is', null)
    .orderBy('orders.id', 'desc')
    .limit(CASES_WITH_DEADLINE)
    .execute();
  await setCapacity(deps, admin, { capacity: 1, hours: CALL_HOURS });
  const slots = await listSlots(deps, {});
  for (const [index, { id, user_id }] of open.entries()) {
    const [title, days] = DEADLINES[index % DEADLINES.length] ?? DEADLINES[0];
    const body = { kind: 'other', title, starts_on: dayIn(days - 14), last_day: dayIn(days) } as const;
    await createDeadline(deps, admin, id, body);
    // Every third slot, so that free ones are between.
    const slot = index < CALLS ? slots[3 * index] : undefined;
    if (slot) await bookCallback(deps, user_id, id, { starts_at: slot.starts_at, whom: 'buyer' });
  }
}

/** Work in one case: a question set that was begun, a paper that is asked for, and two deadlines. */
export async function addCaseWork(
  deps: QuestionDeps,
  { lawyers, now }: { lawyers: readonly DemoLawyer[]; now: Date },
): Promise<void> {
  const order = await findOrder(deps.db);
  const [lawyer] = lawyers;
  if (!order || !lawyer) return;
  const admin = { actor: { id: lawyer.id, user_id: lawyer.login }, address: '127.0.0.1' };
  const dayIn = (days: number) => koreanDayAt(new Date(now.getTime() + days * DAY_MS));
  await openSet(deps, admin, order.id, { set: SET, due_on: dayIn(5) });
  for (const [question, value] of Object.entries(ANSWERS)) {
    await saveAnswer(deps, order.user_id, { id: order.id, set: SET, question }, { value, revision: 0 });
  }
  const received = { id: order.id, set: SET, question: 'decision_received_on' };
  await saveAnswer(deps, order.user_id, received, { value: dayIn(-9), revision: 0 });
  await createPaper(deps, admin, order.id, {
    title: '징계처분서 사본',
    why: '표본입니다. 항고서에 붙입니다.',
    asked_of: 'client',
    due_on: dayIn(3),
  });
  const hearing = { kind: 'other', title: '의견서 제출', starts_on: dayIn(0), last_day: dayIn(12) } as const;
  await createDeadline(deps, admin, order.id, hearing);
}
