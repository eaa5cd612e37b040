import type { CaseEventsTable } from '#server/db/tables/participants.ts';
import { onCommit, type Trx } from '#server/db/transaction.ts';
import type { Audience, Publisher } from '#server/features/events/publisher.ts';
import type { Clock } from '#server/lib/clock.ts';
import { consume, type Limit } from '#server/lib/limits/consume.ts';
import { DAY_MS } from '#server/lib/time.ts';
import type { Area } from '#shared/rules/case-access/areas.ts';
import { type CaseAccess, listPeople } from './participants.access.ts';

/** Dependencies of acts whose change open pages show at once. */
export type AnnounceDeps = { events: Publisher; clock: Clock };

type CaseEvent = {
  orderId: number;
  userId: number;
  kind: CaseEventsTable['kind'];
  at: Date;
  shares?: Area[];
  sharesUntil?: Date | null;
};

function publishCase(trx: Trx, events: Publisher, orderId: number, to: Pick<Audience, 'users' | 'except'>): void {
  const data = { order_id: orderId };
  onCommit(trx, () => events.publish({ name: 'case', data, to: { ...to, staff: 'orders' } }));
}

/**
 * Tells the open pages of the buyer, of all who have joined and of `person`, who may have left just now, that the case
 * changed for them, once it is committed; those of administrators, too.
 */
export async function announceCase(trx: Trx, events: Publisher, orderId: number, person: number | null) {
  const people = await trx
    .selectFrom('participants')
    .select('participants.user_id')
    .where('participants.order_id', '=', orderId)
    .where((eb) => eb.or([eb('participants.state', '=', 'joined'), eb('participants.user_id', '=', person)]))
    .execute();
  const users = people.flatMap(({ user_id }) => user_id ?? []);
  publishCase(trx, events, orderId, { users });
}

/** A change in a case, with the rule by which a person reads it. */
export type CaseChange = {
  order: { id: number; user_id: number };
  reads: (access: CaseAccess) => boolean;
  /** A person whose own page shows the change already. */
  except?: number;
};

/**
 * Tells the open pages of those who read a thing in a case, and of administrators, that it changed, once it is
 * committed. The others learn nothing, not even that something happened.
 */
export async function announceWork(
  trx: Trx,
  { events, clock }: AnnounceDeps,
  { order, reads, except }: CaseChange,
): Promise<void> {
  const users = await listPeople(trx, order, reads, clock.now());
  publishCase(trx, events, order.id, { users, except });
}

/** Of an account: consents given, shares set and statements of custody, each of which is kept for years. */
const KEPT_CHANGES: Limit = { name: 'case-changes', points: 100, windowMs: DAY_MS };

/**
 * Counts a change that is kept. What ends a consent or a share is not counted, so that it is never refused.
 * @throws AppError TOO_MANY_REQUESTS
 */
export function consumeKeptChange(trx: Trx, userId: number): Promise<void> {
  return consume(trx, KEPT_CHANGES, String(userId));
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
