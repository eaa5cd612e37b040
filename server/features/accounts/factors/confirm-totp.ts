import { AppError } from '#server/lib/errors.ts';
import { consume, resetLimit } from '#server/lib/limits/consume.ts';
import { HOUR_MS } from '#server/lib/time.ts';
import type { ConfirmTotpBody, RecoveryCodes } from '#shared/features/accounts/factor-schemas.ts';
import { changeFactors, type FactorOwner, isFirstFactor } from './change-factors.ts';
import type { FactorDeps } from './factor-deps.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { totpStep } from './totp.ts';

/** How long a secret waits for its first code. */
const WAITS_MS = HOUR_MS;

/**
 * Enrols the authenticator app whose code this is. The code is used up by it. Returns the recovery
 * codes that come with the account's first factor.
 * @throws AppError CODE_INVALID, also when no secret waits; TOO_MANY_FACTORS, TOO_MANY_REQUESTS
 */
export async function confirmTotp(
  deps: FactorDeps,
  owner: FactorOwner,
  { code }: ConfirmTotpBody,
): Promise<RecoveryCodes> {
  const { userId } = owner;
  const key = `enrol:${userId}`;
  await consume(deps.db, deps.limits.secondFactor, key);
  const recovery_codes = await changeFactors(deps, owner, async (trx, now) => {
    const waiting = await trx
      .selectFrom('second_factors')
      .select(['id', 'secret', 'name'])
      .where('user_id', '=', userId)
      .where('kind', '=', 'totp')
      .where('confirmed_at', 'is', null)
      .where('created_at', '>', new Date(now.getTime() - WAITS_MS))
      .executeTakeFirst();
    if (!waiting?.secret) throw new AppError('CODE_INVALID');
    const secret = deps.dataKeys.decryptText(waiting.secret, `second_factors.secret:${waiting.id}`);
    const step = totpStep(secret, code, now);
    if (step === undefined) throw new AppError('CODE_INVALID');
    const isFirst = await isFirstFactor(trx, userId);
    await trx
      .updateTable('second_factors')
      .set({ confirmed_at: now, last_step: step, last_used_at: now })
      .where('id', '=', waiting.id)
      .execute();
    const result = isFirst ? await replaceRecoveryCodes(trx, userId, now) : [];
    return { change: 'totp_added', name: waiting.name, result };
  });
  await resetLimit(deps.db, deps.limits.secondFactor, key);
  return { recovery_codes };
}
