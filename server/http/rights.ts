import { AppError } from '#server/lib/errors.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { Call } from '#shared/contract/call.ts';
import { mayDo, type Permission } from '#shared/features/accounts/permissions.ts';

/** How long a second factor allows sensitive calls; calls do not extend it (contract §6). */
const STEP_UP_MS = 10 * MINUTE_MS;

/** The current rights of the user of a session. */
export type Rights = {
  role: 'user' | 'admin';
  permissions: readonly Permission[];
  hasSecondFactor: boolean;
  openedAt: Date;
  /**
   * Time of the last second factor of this session; of the password, for users without a factor.
   */
  steppedUpAt: Date | null;
  /** The password is too short for the role: nothing else works until it is changed. */
  mustChangePassword: boolean;
};

function isRecent(time: Date | null, now: Date): boolean {
  return time !== null && now.getTime() - time.getTime() < STEP_UP_MS;
}

/**
 * Requires a recent second factor. Of users without one, only calls for `everyone` require a recent
 * login or password.
 * @throws AppError STEP_UP_REQUIRED
 */
export function requireStepUp(
  { hasSecondFactor, steppedUpAt, openedAt }: Rights,
  now: Date,
  stepUp: Call['stepUp'] = true,
): void {
  if (isRecent(steppedUpAt, now)) return;
  const isExempt = stepUp !== 'everyone' || isRecent(openedAt, now);
  if (hasSecondFactor || !isExempt) throw new AppError('STEP_UP_REQUIRED');
}

/**
 * Requires that an administrator may make a call.
 * @throws AppError ADMIN_FORBIDDEN, SECOND_FACTOR_REQUIRED, PERMISSION_REQUIRED
 */
export function requirePermission(
  rights: Rights,
  call: Pick<Call, 'needs'> | undefined,
  { requiresSecondFactor }: { requiresSecondFactor: boolean },
): void {
  if (rights.role !== 'admin') throw new AppError('ADMIN_FORBIDDEN');
  if (requiresSecondFactor && !rights.hasSecondFactor) throw new AppError('SECOND_FACTOR_REQUIRED');
  // A route without a call in the tables is open to the owner alone.
  if (!mayDo(rights.permissions, call?.needs ?? 'owner')) throw new AppError('PERMISSION_REQUIRED');
}
