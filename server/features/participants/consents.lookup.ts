import type { DbOrTrx } from '#server/db/transaction.ts';
import type { ConsentKind } from '#shared/rules/case-access/areas.ts';
import { consentsOf } from '#shared/rules/case-access/case-access.ts';
import type { CaseAccess } from './participants.access.ts';

/** Returns whether the person is asked for the consent, has given it and has not withdrawn it. */
export async function hasConsent(
  db: DbOrTrx,
  { orderId, userId, role }: Pick<CaseAccess, 'orderId' | 'userId' | 'role'>,
  kind: ConsentKind,
): Promise<boolean> {
  if (!consentsOf(role).includes(kind)) return false;
  const given = await db
    .selectFrom('case_consents')
    .select('case_consents.id')
    .where('case_consents.order_id', '=', orderId)
    .where('case_consents.user_id', '=', userId)
    .where('case_consents.kind', '=', kind)
    .where('case_consents.withdrawn_at', 'is', null)
    .executeTakeFirst();
  return given !== undefined;
}
