import { type Trx, transaction } from '#server/db/transaction.ts';
import { getOrdersAtClosing } from '#server/features/orders/orders.lookup.ts';
import { cancelOrder } from '#server/features/payments/cancel-order.ts';
import type { PaymentDeps } from '#server/features/payments/payment-deps.ts';
import { type Rights, requireStepUp } from '#server/http/rights.ts';
import type { Actor } from '#server/http/session.ts';
import { AppError, fieldError } from '#server/lib/errors.ts';
import type { Erase } from '#server/registry/feature.ts';
import { PASSWORD_BLANK_MESSAGE } from '#shared/contract/fields.ts';
import type { CloseAccountBody } from '#shared/features/accounts/schemas.ts';
import { getPasswordHash, lockOwnAccount } from '../account/accounts.queries.ts';
import type { AccountLimits } from '../account-limits.ts';
import { checkOwnPassword } from '../login/check-own-password.ts';
import { countAdministrators, hasOtherOwner, lockAdministrators, retainBuyer } from './closing.queries.ts';

/** Retention of contract and payment records required by the e-commerce act (decision 012). */
const RETAINED_YEARS = 5;

type Deps = { payments: PaymentDeps; limits: AccountLimits; erase: Erase };

function yearsAfter(time: Date, years: number): Date {
  const later = new Date(time);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}

/** The user of a session, who closes the account, and the session's rights. */
type ClosingUser = { actor: Actor; rights: Rights; sessionId: number };

/**
 * Verifies the owner's password; an account without one, which came by a social login, needs a
 * login of the last 10 minutes. Returns the hash so that the caller can detect a concurrent change.
 */
async function checkOwner(
  { payments, limits }: Deps,
  { actor, rights }: ClosingUser,
  password: string,
): Promise<string | null> {
  const password_hash = await getPasswordHash(payments.db, actor.id);
  if (password_hash === null) {
    requireStepUp(rights, payments.clock.now(), 'everyone');
    return null;
  }
  if (password.trim() === '') {
    throw fieldError('password', PASSWORD_BLANK_MESSAGE);
  }
  await checkOwnPassword({ db: payments.db, limits }, { id: actor.id, password_hash }, password);
  return password_hash;
}

/**
 * Cancels unpaid orders. Skips an order that changes meanwhile: the transaction checks it again.
 */
async function cancelPending({ payments }: Deps, actor: Actor, orderIds: readonly number[]): Promise<void> {
  for (const orderId of orderIds) {
    try {
      await cancelOrder(payments, actor, orderId);
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 409) throw error;
    }
  }
}

/**
 * Erases a locked account and keeps the buyer of its paid orders.
 * @throws AppError PAYMENT_IN_PROGRESS while an order is unpaid
 */
export async function endAccount(erase: Erase, trx: Trx, account: Actor, now: Date): Promise<void> {
  // The account is locked, so no order can be created concurrently.
  const { pending, isPaying, lastPaidAt } = await getOrdersAtClosing(trx, account.id);
  if (isPaying || pending.length > 0) throw new AppError('PAYMENT_IN_PROGRESS');
  if (lastPaidAt) await retainBuyer(trx, account, yearsAfter(lastPaidAt, RETAINED_YEARS));
  await erase(trx, account, now);
}

/**
 * Closes the user's own account. Cancels unpaid orders; then, in one transaction, erases personal
 * data and moves the buyer records that the law requires into their own table (decision 012).
 * The login id becomes available again.
 * @throws AppError VALIDATION_FAILED, WRONG_PASSWORD, STEP_UP_REQUIRED, TOO_MANY_REQUESTS,
 * PAYMENT_IN_PROGRESS, LAST_ADMIN, LAST_OWNER; CONFLICT when the password changed concurrently
 */
export async function closeAccount(deps: Deps, user: ClosingUser, { password = '' }: CloseAccountBody): Promise<void> {
  const { actor } = user;
  const { db, clock, log } = deps.payments;
  const passwordHash = await checkOwner(deps, user, password);
  // Checked before cancelling anything, and again under the locks.
  if (actor.role === 'admin' && (await countAdministrators(db)) < 2) throw new AppError('LAST_ADMIN');
  const { pending, isPaying } = await getOrdersAtClosing(db, actor.id);
  if (isPaying) throw new AppError('PAYMENT_IN_PROGRESS');
  await cancelPending(deps, actor, pending);
  await transaction(db, async (trx) => {
    // Lock all administrators before the own row: two concurrent closings lock in the same order.
    const administrators = actor.role === 'admin' ? await lockAdministrators(trx) : 0;
    const account = await lockOwnAccount(trx, actor.id, user.sessionId);
    if (!account) throw new AppError('UNAUTHENTICATED');
    if (account.role === 'admin' && administrators < 2) throw new AppError('LAST_ADMIN');
    if (account.role === 'admin' && !(await hasOtherOwner(trx, actor.id))) throw new AppError('LAST_OWNER');
    if (account.password_hash !== passwordHash) throw new AppError('CONFLICT');
    await endAccount(deps.erase, trx, account, clock.now());
  });
  // Kept outside the database: a restored copy has the account open again (operations.md).
  log.info({ account: actor.id }, 'account closed');
}
