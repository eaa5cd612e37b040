import type { CaseEventsTable } from '#server/db/tables/participants.ts';
import type { Trx } from '#server/db/transaction.ts';
import type { Area } from '#shared/rules/case-access/areas.ts';

type CaseEvent = {
  orderId: number;
  userId: number;
  kind: CaseEventsTable['kind'];
  at: Date;
  shares?: Area[];
  sharesUntil?: Date | null;
};

/** Records what a person did with a part in a case. */
export async function recordCaseEvent(trx: Trx, { orderId, userId, kind, at, ...after }: CaseEvent): Promise<void> {
  const { shares = null, sharesUntil = null } = after;
  await trx
    .insertInto('case_events')
    .values({ order_id: orderId, user_id: userId, kind, shares, shares_until: sharesUntil, created_at: at })
    .execute();
}
