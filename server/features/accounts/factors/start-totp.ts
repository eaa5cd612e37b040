import { transaction } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import type { TotpSecret } from '#shared/features/accounts/factor-schemas.ts';
import { lockAccount } from '../account/accounts.queries.ts';
import { isFirstFactor } from './change-factors.ts';
import type { FactorDeps } from './factor-deps.ts';
import { newTotpSecret, totpUri } from './totp.ts';

const NAME = '인증 앱';

/**
 * Makes a secret for an authenticator app, which counts once a code of it was confirmed. One that
 * was not confirmed ends.
 * @throws AppError TOO_MANY_FACTORS
 */
export async function startTotp({ db, clock, dataKeys }: FactorDeps, actor: Actor): Promise<TotpSecret> {
  const cipher = await dataKeys.forWriting();
  const secret = newTotpSecret();
  await transaction(db, async (trx) => {
    if (!(await lockAccount(trx, actor.id))) throw new AppError('UNAUTHENTICATED');
    await isFirstFactor(trx, actor.id);
    await trx.deleteFrom('second_factors').where('user_id', '=', actor.id).where('confirmed_at', 'is', null).execute();
    const { id } = await trx
      .insertInto('second_factors')
      .values({ user_id: actor.id, kind: 'totp', name: NAME, created_at: clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const encrypted = cipher.encryptText(secret, `second_factors.secret:${id}`);
    await trx.updateTable('second_factors').set({ secret: encrypted }).where('id', '=', id).execute();
  });
  return { secret, uri: totpUri(secret, actor.user_id) };
}
