import type { DbOrTrx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { wireTimeOrNull } from '#server/lib/wire-time.ts';
import { type Shares, sharesOf } from '#shared/features/participants/share-schemas.ts';
import type { CaseAccess } from '../participants.access.ts';

/** @throws AppError ORDER_NOT_FOUND for all but the client */
export function requireClient(access: CaseAccess): CaseAccess {
  if (access.role !== 'client') throw new AppError('ORDER_NOT_FOUND');
  return access;
}

/** Reads what the client lets the payer read; shares whose time is over are none. */
export async function readShares(db: DbOrTrx, { orderId, shares }: CaseAccess): Promise<Shares> {
  const payer = await db
    .selectFrom('participants')
    .select('participants.shares_until')
    .where('participants.order_id', '=', orderId)
    .where('participants.role', '=', 'payer')
    .executeTakeFirst();
  return {
    shares: sharesOf(shares),
    shares_until: shares.length > 0 ? wireTimeOrNull(payer?.shares_until ?? null) : null,
  };
}
