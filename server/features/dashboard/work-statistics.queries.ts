import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { endOfKoreanDay, startOfKoreanDay } from '#server/lib/korean-day.ts';
import type { RefundReason } from '#shared/features/dashboard/schemas.ts';

/** Days in Korea; `now` decides which calls are overdue. */
type Period = { beforeFrom: string; from: string; to: string; now: Date };

export type ContactRow = {
  is_now: boolean;
  paid: number;
  contacted: number;
  in_time: number;
  late: number;
  average_ms: number | null;
};

/** Calls to the buyers of orders that were paid in each period, from one index. */
export async function listContactMeasures(db: Db, { beforeFrom, from, to, now }: Period): Promise<ContactRow[]> {
  const { rows } = await sql<ContactRow>`
    select paid_at >= ${startOfKoreanDay(from)} as is_now, count(*) as paid, count(contacted_at) as contacted,
      count(*) filter (where contacted_at <= contact_by) as in_time,
      count(*) filter (where coalesce(contacted_at, ${now}) > contact_by) as late,
      (extract(epoch from avg(contacted_at - paid_at)) * 1000)::float8 as average_ms
    from orders
    where paid_at >= ${startOfKoreanDay(beforeFrom)} and paid_at < ${endOfKoreanDay(to)}
      and (status = 'confirmed' or contacted_at is not null)
    group by 1`.execute(db);
  return rows;
}

export type FirstResponseRow = {
  is_now: boolean;
  answered: number;
  average_minutes: number;
  median_minutes: number;
};

/** The first answers to conversations in each period, from one index. */
export async function listFirstResponseMeasures(db: Db, { beforeFrom, from, to }: Period): Promise<FirstResponseRow[]> {
  const { rows } = await sql<FirstResponseRow>`
    select first_answered_at >= ${startOfKoreanDay(from)} as is_now, count(*) as answered,
      avg(first_response_minutes)::float8 as average_minutes,
      percentile_cont(0.5) within group (order by first_response_minutes) as median_minutes
    from conversations
    where first_asked_at is not null and first_response_minutes is not null
      and first_answered_at >= ${startOfKoreanDay(beforeFrom)} and first_answered_at < ${endOfKoreanDay(to)}
    group by 1`.execute(db);
  return rows;
}

export type RefundRow = { reason: RefundReason; is_now: boolean; refunds: number; won: number };

/** Reads the refunds that were executed in each period, by reason. */
export async function listRefundMeasures(db: Db, { beforeFrom, from, to }: Period): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    select coalesce(asked.policy_basis, case when refunds.requested_by_id is null and refunds.requested_by = 'system' then 'system'
        when refunds.channel = 'outside' then 'outside' else 'staff' end) as reason,
      refunds.updated_at >= ${startOfKoreanDay(from)} as is_now, count(*) as refunds, sum(refunds.amount)::bigint as won
    from refunds left join refund_requests asked on asked.refund_id = refunds.id
    where refunds.state = 'done' and refunds.updated_at >= ${startOfKoreanDay(beforeFrom)}
      and refunds.updated_at < ${endOfKoreanDay(to)}
    group by 1, 2`.execute(db);
  return rows;
}
