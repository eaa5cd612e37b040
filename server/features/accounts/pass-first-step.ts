import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NewSession } from '#server/http/session.ts';
import type { SecondFactorKind } from '#shared/features/accounts/factor-kinds.ts';
import type { LoginMethod } from '#shared/features/accounts/login-method.ts';
import { listKinds } from './factors/factors.queries.ts';
import { insertPending, requireNoDelay } from './factors/pending-logins.ts';
import { finishLogin, type LoginDeps } from './finish-login.ts';
import { isKnownDevice } from './login/known-devices.ts';

type FirstStep = Omit<NewSession, 'secondFactor'> & { method: LoginMethod };

/**
 * Does what follows a right password, or a login at a social provider. Accounts without a second factor get their
 * session; others a cookie that only the second step accepts. Returns the kinds that finish the login; none when the
 * session is open.
 * @throws AppError TOO_MANY_REQUESTS after wrong codes, unless the browser is known to the account
 */
export async function passFirstStep(
  logins: LoginDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  login: FirstStep,
): Promise<SecondFactorKind[]> {
  const { db, clock, devices, waiting } = logins;
  const kinds = await listKinds(db, login.userId);
  if (kinds.length === 0) {
    await finishLogin(logins, request, reply, { ...login, secondFactor: 'none' });
    return [];
  }
  const now = clock.now();
  const device = devices.read(request);
  const isKnown = device !== undefined && (await isKnownDevice(db, login.userId, device, now));
  if (!isKnown) await requireNoDelay(db, login.userId, now);
  const { userId, passwordHash, isPersistent } = login;
  waiting.set(reply, await insertPending(db, { userId, passwordHash, isPersistent }, now));
  return kinds;
}
