import { CASE_CONSENTS } from '#content/consents/case-consents.ts';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { CaseConsent } from '#shared/features/participants/consent-schemas.ts';
import { consentsOf } from '#shared/rules/case-access/case-access.ts';
import type { CaseAccess } from '../participants.access.ts';

/** Lists the consents that the person is asked for, each with its latest row. */
export async function listConsents(db: DbOrTrx, { orderId, userId, role }: CaseAccess): Promise<CaseConsent[]> {
  const rows = await db
    .selectFrom('case_consents')
    .distinctOn('case_consents.kind')
    .select(['case_consents.kind', 'case_consents.given_at', 'case_consents.withdrawn_at'])
    .where('case_consents.order_id', '=', orderId)
    .where('case_consents.user_id', '=', userId)
    .orderBy('case_consents.kind')
    .orderBy('case_consents.id', 'desc')
    .execute();
  return consentsOf(role).map((kind) => {
    const latest = rows.find((row) => row.kind === kind);
    return {
      kind,
      ...CASE_CONSENTS[kind],
      given_at: wireTimeOrNull(latest?.given_at ?? null),
      withdrawn_at: wireTimeOrNull(latest?.withdrawn_at ?? null),
    };
  });
}
