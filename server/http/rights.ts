import { AppError } from '#server/lib/errors.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { Call } from '#shared/contract/call.ts';
import { mayDo, type Permission } from '#shared/features/accounts/permissions.ts';

/** How long a second factor that was given opens sensitive calls; calls do not renew it (contract §6). */
const STEP_UP_MS = 10 * MINUTE_MS;

/** What the person behind a session may do now. */
export type Rights = {
  role: 'user' | 'admin';
  permissions: readonly Permission[];
  hasSecondFactor: boolean;
  openedAt: Date;
  /** When a second factor was last given in this session; the password, by people without one. */
  steppedUpAt: Date | null;
  /** The password is too short for the role: nothing else works until it is changed. */
  mustChangePassword: boolean;
};

function isRecent(time: Date | null, now: Date): boolean {
  return time !== null && now.getTime() - time.getTime() < STEP_UP_MS;
}

/**
 * Asks for a second factor that was given a moment ago. People without one are asked only by calls
 * for `everyone`: for a login, or their password, a moment ago.
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
 * Whether an administrator may make a call.
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
