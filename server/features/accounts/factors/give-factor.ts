import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DbOrTrx, type Trx, transaction } from '#server/db/transaction.ts';
import { type Actor, rightsOf, sessionIdOf, userAgentOf } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import { consume, giveBack, resetLimit } from '#server/lib/limits/consume.ts';
import type { GiveFactorBody } from '#shared/features/accounts/factor-schemas.ts';
import type { LoginMethod } from '#shared/features/accounts/login-method.ts';
import { getPasswordHash, lockAccount } from '../account/accounts.queries.ts';
import { finishLogin, type LoginDeps } from '../finish-login.ts';
import { checkOwnPassword } from '../login/check-own-password.ts';
import { isKnownDevice } from '../login/known-devices.ts';
import { recordLogin } from '../login/login-events.ts';
import { checkPasskey } from './check-passkey.ts';
import type { FactorDeps } from './factor-deps.ts';
import { listTotps, spendStep, stampStepUp } from './factors.queries.ts';
import { noteFactorChange } from './note-factor-change.ts';
import { countFailure, endDelay, endPending, isPending, type PendingLogin } from './pending-logins.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { totpStep } from './totp.ts';

type Proof = Pick<GiveFactorBody, 'code' | 'recovery_code' | 'response'>;
type Factor = Extract<LoginMethod, 'totp' | 'passkey' | 'recovery'>;

/** Returns whether an app of the account shows this code now; marks the code as used. */
async function spendTotp(db: DbOrTrx, { dataKeys, clock }: FactorDeps, userId: number, code: string): Promise<boolean> {
  const now = clock.now();
  for (const { id, secret } of await listTotps(db, userId)) {
    if (!secret) continue;
    const step = totpStep(dataKeys.decryptText(secret, `second_factors.secret:${id}`), code, now);
    if (step !== undefined && (await spendStep(db, id, step, now))) return true;
  }
  return false;
}

function kindOf({ response, recovery_code }: Proof): Factor {
  if (response) return 'passkey';
  return recovery_code === undefined ? 'totp' : 'recovery';
}

/** A login whose first step was passed; finishing it opens a session (contract §6). */
export type SecondStep = { request: FastifyRequest; reply: FastifyReply; pending: PendingLogin; proof: Proof };

function proves(trx: Trx, deps: FactorDeps, { pending, proof }: SecondStep): Promise<boolean> | boolean {
  const userId = pending.user_id;
  if (proof.response) {
    return checkPasskey(trx, deps, { userId, purpose: 'login', boundTo: pending.token_hash }, proof.response);
  }
  if (proof.recovery_code !== undefined) return spendRecoveryCode(trx, userId, proof.recovery_code, deps.clock.now());
  return proof.code !== undefined && spendTotp(trx, deps, userId, proof.code);
}

async function recordFailure(trx: Trx, { request, pending, proof }: SecondStep, now: Date): Promise<void> {
  await recordLogin(trx, {
    user_id: pending.user_id,
    is_staff: pending.role === 'admin',
    result: 'failure',
    method: kindOf(proof),
    address: request.ip,
    user_agent: userAgentOf(request),
    created_at: now,
  });
}

type Outcome = 'right' | 'wrong' | 'ended';

/**
 * Checks one proof under the lock of the account. Attempts are serialised, so that of the same
 * proof sent concurrently one succeeds and ends the pending login.
 */
function checkProof(deps: FactorDeps, step: SecondStep): Promise<Outcome> {
  const { pending, proof, request } = step;
  return transaction(deps.db, async (trx): Promise<Outcome> => {
    const account = await lockAccount(trx, pending.user_id);
    if (!account || !(await isPending(trx, pending))) return 'ended';
    const now = deps.clock.now();
    if (!(await proves(trx, deps, step))) {
      await recordFailure(trx, step, now);
      return (await countFailure(trx, pending, now)) ? 'ended' : 'wrong';
    }
    await endPending(trx, pending);
    await endDelay(trx, account.id);
    if (kindOf(proof) === 'recovery') {
      const by = { actor: { id: account.id, user_id: account.user_id }, address: request.ip };
      await noteFactorChange(trx, { now }, account, { change: 'recovery_used', by });
    }
    return 'right';
  });
}

/**
 * Finishes a login by its second factor and opens the session. Each proof works once.
 * @throws AppError CODE_INVALID; LOGIN_EXPIRED with the fifth wrong proof, or when another call
 *   finished the login; TOO_MANY_REQUESTS
 */
export async function finishSecondStep(deps: FactorDeps, logins: LoginDeps, step: SecondStep): Promise<void> {
  const { db, clock, limits } = deps;
  const { request, reply, pending, proof } = step;
  const userId = pending.user_id;
  const device = logins.devices.read(request);
  const isKnown = device !== undefined && (await isKnownDevice(db, userId, device, clock.now()));
  const key = isKnown ? `${userId}:${device.toString('base64url')}` : String(userId);
  await consume(db, limits.secondFactor, key);
  const outcome = await checkProof(deps, step);
  if (outcome === 'wrong') throw new AppError('CODE_INVALID');
  if (outcome === 'ended') throw new AppError('LOGIN_EXPIRED');
  await giveBack(db, limits.secondFactor, key);
  const method = kindOf(proof);
  await finishLogin(logins, request, reply, {
    userId,
    isPersistent: pending.is_persistent,
    method,
    ...(pending.password_hash !== null && { passwordHash: pending.password_hash }),
    secondFactor: method === 'recovery' ? 'recovery' : 'given',
  });
}

/**
 * Confirms the user of a session: by a second factor, or by the password where the account has
 * none. Recovery codes are for logins only and stay unused.
 * @throws AppError CODE_INVALID, WRONG_PASSWORD, TOO_MANY_REQUESTS
 */
export async function stepUp(
  deps: FactorDeps,
  { request, actor, boundTo }: { request: FastifyRequest; actor: Actor; boundTo: Buffer },
  { code, response, password }: GiveFactorBody,
): Promise<void> {
  const { db, clock, limits } = deps;
  const userId = actor.id;
  if (password !== undefined) {
    if (rightsOf(request).hasSecondFactor) throw new AppError('CODE_INVALID');
    await checkOwnPassword({ db, limits }, { id: userId, password_hash: await getPasswordHash(db, userId) }, password);
    return stampStepUp(db, sessionIdOf(request), clock.now());
  }
  const key = `step-up:${userId}`;
  await consume(db, limits.secondFactor, key);
  const isProved = response
    ? await checkPasskey(db, deps, { userId, purpose: 'step_up', boundTo }, response)
    : code !== undefined && (await spendTotp(db, deps, userId, code));
  if (!isProved) throw new AppError('CODE_INVALID');
  await resetLimit(db, limits.secondFactor, key);
  await stampStepUp(db, sessionIdOf(request), clock.now());
}
