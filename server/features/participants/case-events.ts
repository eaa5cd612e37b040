import type { CaseEventsTable } from '#server/db/tables/participants.ts';
import { onCommit, type Trx } from '#server/db/transaction.ts';
import type { Publisher } from '#server/features/events/publisher.ts';
import type { Area } from '#shared/rules/case-access/areas.ts';

type CaseEvent = {
  orderId: number;
  userId: number;
  kind: CaseEventsTable['kind'];
  at: Date;
  shares?: Area[];
  sharesUntil?: Date | null;
};

/**
 * Tells the open pages of the buyer, of all who have joined and of `person`, who may have left just now, that the case
 * changed for them, once it is committed.
 */
export async function announceCase(trx: Trx, events: Publisher, orderId: number, person: number | null) {
  const people = await trx
    .selectFrom('participants')
    .select('participants.user_id')
    .where('participants.order_id', '=', orderId)
    .where((eb) => eb.or([eb('participants.state', '=', 'joined'), eb('participants.user_id', '=', person)]))
    .execute();
  const users = people.flatMap(({ user_id }) => user_id ?? []);
  onCommit(trx, () => events.publish({ name: 'case', data: { order_id: orderId }, to: { users, isForStaff: false } }));
}

/** Keeps what a person did with a part in a case. */
export async function keepCaseEvent(trx: Trx, { orderId, userId, kind, at, ...after }: CaseEvent): Promise<void> {
  const { shares = null, sharesUntil = null } = after;
  await trx
    .insertInto('case_events')
    .values({ order_id: orderId, user_id: userId, kind, shares, shares_until: sharesUntil, created_at: at })
    .execute();
}

/** Records what a person did with a part in a case, and tells its people. */
export async function recordCaseEvent(trx: Trx, events: Publisher, event: CaseEvent): Promise<void> {
  await keepCaseEvent(trx, event);
  await announceCase(trx, events, event.orderId, event.userId);
}
