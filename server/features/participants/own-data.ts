import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { ReadOwnData } from '#server/registry/feature.ts';

/** Returns the consents that a person gave in cases, withdrawn ones included. */
export const ownConsents: ReadOwnData = ({ database: { db } }, { id: userId }) => ({
  async readFacts() {
    const rows = await db
      .selectFrom('case_consents')
      .innerJoin('orders', 'orders.id', 'case_consents.order_id')
      .select(['orders.order_number', 'case_consents.kind', 'case_consents.version'])
      .select(['case_consents.given_at', 'case_consents.withdrawn_at'])
      .where('case_consents.user_id', '=', userId)
      .orderBy('case_consents.id')
      .execute();
    const case_consents = rows.map(({ given_at, withdrawn_at, ...row }) => ({
      ...row,
      given_at: wireTime(given_at),
      withdrawn_at: wireTimeOrNull(withdrawn_at),
    }));
    return { case_consents };
  },
});
