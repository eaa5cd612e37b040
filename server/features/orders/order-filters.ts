import { type RawBuilder, sql } from 'kysely';
import { byTriples, searchable } from '#server/db/search.ts';
import { endOfKoreanDay, koreanDayAt, startOfKoreanDay } from '#server/lib/korean-day.ts';
import type { OrderFilters } from '#shared/features/orders/admin-schemas.ts';
import type { ProofKind } from '#shared/rules/payments/proof.ts';
import { sundayOf } from '#shared/rules/work/day-bands.ts';
import type { WorkFilter } from '#shared/rules/work/order-list.ts';
import { pendingTaskRows } from './pending-task-rows.ts';

/** Filters with an account in place of `me`. */
export type ListFilters = Partial<Omit<OrderFilters, 'assignee'>> & { assignee?: number | 'none' | undefined };

export function filtersOf({ assignee, ...filters }: Partial<OrderFilters>, actorId: number): ListFilters {
  return { ...filters, assignee: assignee === 'me' ? actorId : assignee };
}

/** The soldier whose copy an order `o` holds, as the index of migration 0131 has it; null without one. */
export const ORDER_SOLDIER_TEXT = byTriples(
  searchable(
    sql`(o.soldier ->> 'fullname')`,
    sql`coalesce(o.soldier ->> 'phone', '')`,
    sql`coalesce(o.soldier ->> 'email', '')`,
  ),
);

/** Conditions on `orders o`, as the partial indexes of migration 0018 have them. */
export const WORK_CONDITIONS: Record<WorkFilter, RawBuilder<unknown>> = {
  open: sql`o.status = 'confirmed' and o.work_closed_at is null`,
  waiting: sql`o.status = 'confirmed' and o.work_started_at is null and o.work_closed_at is null`,
  in_progress: sql`o.status = 'confirmed' and o.work_started_at is not null and o.work_closed_at is null`,
  closed: sql`o.status = 'confirmed' and o.work_closed_at is not null`,
};

/** Paid orders without an assignee that are not closed. */
export const UNASSIGNED = sql`o.status = 'confirmed' and o.assignee_id is null and o.work_closed_at is null`;

/** Paid orders whose promised call was not made yet. */
export const UNCONTACTED = sql`o.status = 'confirmed' and o.contacted_at is null and o.work_started_at is null
  and o.work_closed_at is null and o.contact_by is not null`;

export function overdue(now: Date): RawBuilder<unknown> {
  return sql`${UNCONTACTED} and o.contact_by < ${now}`;
}

/** Open cases of which a deadline or a step ends by a day. */
function dueBy(day: string): RawBuilder<unknown> {
  // As an array, so that the planner looks up the few matching orders instead of scanning all.
  return sql`${WORK_CONDITIONS.open} and o.id = any (array(
    select d.order_id from order_deadlines d where d.last_day <= ${day}
    union select s.order_id from order_steps s where s.done_at is null and s.due_on <= ${day}))`;
}

/** An order without a row has no proof. */
function proofIs(kind: ProofKind): RawBuilder<unknown> {
  return kind === 'none'
    ? sql`not exists (select from order_proofs p where p.order_id = o.id and p.kind <> 'none')`
    : sql`exists (select from order_proofs p where p.order_id = o.id and p.kind = ${kind})`;
}

/**
 * Builds all conditions except the search, for list, total and export. `now` decides what is
 * overdue.
 */
export function conditions(filters: ListFilters, now: Date): RawBuilder<unknown> {
  const { status, untouched, waiting, assignee, work, contact, due, proof, from, to } = filters;
  const all = [
    ...(status ? [sql`o.status = ${status}`] : []),
    ...(untouched ? [sql`o.status = 'confirmed' and o.handled_at is null`] : []),
    // As an array, so that the planner looks up the few matching orders instead of scanning all.
    ...(waiting ? [sql`o.id = any (array(select w.order_id from ${pendingTaskRows(waiting, now)}))`] : []),
    ...(assignee === 'none' ? [sql`o.assignee_id is null`] : []),
    ...(typeof assignee === 'number' ? [sql`o.assignee_id = ${assignee}`] : []),
    ...(work ? [WORK_CONDITIONS[work]] : []),
    ...(contact ? [contact === 'overdue' ? overdue(now) : UNCONTACTED] : []),
    ...(due ? [dueBy(sundayOf(koreanDayAt(now)))] : []),
    ...(proof ? [proofIs(proof)] : []),
    ...(from ? [sql`o.created_at >= ${startOfKoreanDay(from)}`] : []),
    ...(to ? [sql`o.created_at < ${endOfKoreanDay(to)}`] : []),
  ];
  return all.length > 0 ? sql.join(all, sql` and `) : sql`true`;
}
