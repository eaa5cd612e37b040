import { AppError } from '#server/lib/errors.ts';
import { changeFactors, type FactorOwner } from './change-factors.ts';
import type { FactorDeps } from './factor-deps.ts';
import { listFactors } from './factors.queries.ts';

/**
 * Removes one of the account's own factors; the recovery codes go with the last one.
 * @throws AppError FACTOR_NOT_FOUND; LAST_FACTOR where the account needs one
 */
export async function removeFactor(deps: FactorDeps, owner: FactorOwner, id: number): Promise<void> {
  const { userId } = owner;
  await changeFactors(deps, owner, async (trx) => {
    const factors = await listFactors(trx, userId);
    const factor = factors.find((each) => each.id === id);
    if (!factor) throw new AppError('FACTOR_NOT_FOUND');
    if (factors.length === 1) {
      const { role } = await trx.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirstOrThrow();
      if (deps.isRequired && role === 'admin') throw new AppError('LAST_FACTOR');
      await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    }
    await trx.deleteFrom('second_factors').where('id', '=', id).execute();
    return { change: `${factor.kind}_removed`, name: factor.name, result: undefined };
  });
}
