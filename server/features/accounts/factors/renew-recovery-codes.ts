import { AppError } from '#server/lib/errors.ts';
import type { RecoveryCodes } from '#shared/features/accounts/factor-schemas.ts';
import { changeFactors, type FactorOwner } from './change-factors.ts';
import type { FactorDeps } from './factor-deps.ts';
import { listKinds } from './factors.queries.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';

/**
 * Replaces the account's recovery codes.
 * @throws AppError NO_SECOND_FACTOR
 */
export async function renewRecoveryCodes(deps: FactorDeps, owner: FactorOwner): Promise<RecoveryCodes> {
  const { userId } = owner;
  const recovery_codes = await changeFactors(deps, owner, async (trx, now) => {
    if ((await listKinds(trx, userId)).length === 0) throw new AppError('NO_SECOND_FACTOR');
    return { change: 'recovery_renewed', result: await replaceRecoveryCodes(trx, userId, now) };
  });
  return { recovery_codes };
}
