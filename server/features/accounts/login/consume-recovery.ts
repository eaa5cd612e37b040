import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import { consume, consumeFrom } from '#server/lib/limits/consume.ts';
import { callerOf } from '#server/lib/networks.ts';
import { limitKey, type RecoveryLimits } from '../account-limits.ts';
import { isKnownByEmail } from './known-devices.ts';
import type { Caller } from './login-events.ts';

/**
 * Counts a request for recovery. Requests for one e-mail address are counted per client address,
 * so that an attacker cannot use up the owner's limit. A wider limit covers all client addresses
 * together, except browsers known to the account.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function consumeRecovery(
  { db, clock }: { db: Db; clock: Clock },
  limits: RecoveryLimits,
  { address, device }: Caller,
  email: string,
): Promise<void> {
  await consumeFrom(db, limits.perAddress, address);
  await consume(db, limits.perEmailAndAddress, `${limitKey(email)}:${callerOf(address)}`);
  if (device && (await isKnownByEmail(db, device, email, clock.now()))) return;
  await consume(db, limits.perEmail, limitKey(email));
}
