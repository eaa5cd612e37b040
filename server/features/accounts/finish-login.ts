import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db, Trx } from '#server/db/transaction.ts';
import { queueMail } from '#server/features/mails/outbox.ts';
import { isMailWanted, queueNotice } from '#server/features/notices/queue-notice.ts';
import type { DeviceCookie } from '#server/http/device-cookie.ts';
import { type NewSession, type Sessions, userAgentOf } from '#server/http/session.ts';
import type { WaitingLoginCookie } from '#server/http/waiting-login-cookie.ts';
import type { Clock } from '#server/lib/clock.ts';
import { type Limit, tryConsume } from '#server/lib/limits/consume.ts';
import { HOUR_MS } from '#server/lib/time.ts';
import { deviceLabel } from '#server/lib/user-agent.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import type { LoginMethod } from '#shared/features/accounts/login-method.ts';
import { lockAccount } from './account/accounts.queries.ts';
import type { AccountLimits } from './account-limits.ts';
import { ownerRecipient } from './email/recipients.ts';
import { warningAddress } from './email/warn-owner.ts';
import { rememberDevice } from './login/known-devices.ts';
import { recordLogin } from './login/login-events.ts';

export type LoginDeps = {
  db: Db;
  clock: Clock;
  sessions: Sessions;
  devices: DeviceCookie;
  /** Cookie of pending logins. */
  waiting: WaitingLoginCookie;
  limits: AccountLimits;
};

type Login = NewSession & { method: LoginMethod };

/** A person who knows the password could otherwise cause messages without end. */
const WARNINGS: Limit = { name: 'device-warning', points: 1, windowMs: HOUR_MS };

/**
 * Warns of a login in a browser that is new to the account, by mail and to the phone: once an hour
 * (contract §7).
 */
async function warnOfDevice(
  trx: Trx,
  { clock }: LoginDeps,
  { userId, address, userAgent }: { userId: number; address: string; userAgent: string },
): Promise<void> {
  const account = await lockAccount(trx, userId);
  if (!account || !(await tryConsume(trx, WARNINGS, String(userId)))) return;
  const now = clock.now();
  const recipient = warningAddress(account, now);
  const at = wireTime(now);
  const isMailed = recipient !== '' && (await isMailWanted(trx, userId, 'new_device_login'));
  const params = { userId: account.user_id, at, device: deviceLabel(userAgent), address };
  const to = ownerRecipient(account, recipient);
  const mailId = isMailed ? await queueMail(trx, to, { kind: 'new_device_login', params }) : undefined;
  await queueNotice(trx, { kind: 'new_device_login', userId, mailId, params: { at } });
}

async function hasLoggedIn(trx: Trx, userId: number): Promise<boolean> {
  const earlier = await trx
    .selectFrom('login_events')
    .select('login_events.id')
    .where('login_events.user_id', '=', userId)
    .where('login_events.result', '=', 'success')
    .limit(1)
    .executeTakeFirst();
  return earlier !== undefined;
}

/**
 * Opens the session of a person who gave all factors of the account: the only way to one. Called by
 * the first step of a login where there is no second one, and by the second step. Writes the login
 * down, makes the browser known to the account, and mails its owner when it was not (contract §6).
 * @throws AppError INVALID_CREDENTIALS when the account was closed, its password changed, or a
 *   second factor was enrolled meanwhile
 */
export async function finishLogin(
  deps: LoginDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { method, ...session }: Login,
): Promise<void> {
  const { clock, sessions, devices, waiting } = deps;
  const device = devices.prepare(request);
  const from = { address: request.ip, userAgent: userAgentOf(request) };
  await sessions.open(request, reply, session, async (trx, { role }) => {
    const { userId } = session;
    const now = clock.now();
    const isNew = await rememberDevice(trx, userId, device.hash, now);
    // The first login of an account is its owner's, so it needs no warning.
    if (isNew && (await hasLoggedIn(trx, userId))) await warnOfDevice(trx, deps, { userId, ...from });
    await recordLogin(trx, {
      user_id: userId,
      is_staff: role === 'admin',
      result: 'success',
      method,
      address: from.address,
      user_agent: from.userAgent,
      created_at: now,
    });
  });
  device.keep(reply);
  if (waiting.read(request) !== undefined) waiting.clear(reply);
}
