import { type Trx, transaction } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import { consume } from '#server/lib/limits/consume.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { ConfirmIdentityBody } from '#shared/features/accounts/phone-schemas.ts';
import { isOwnIdentity } from '#shared/rules/accounts/identity-match.ts';
import { lockAccount } from '../account/accounts.queries.ts';
import { type Certificate, IdentityError, type IdentityProvider } from '../identity-provider.ts';
import {
  findIdentityCheck,
  type IdentityCheck,
  isReceiptUsedElsewhere,
  markReceiptUsed,
} from './identity-checks.queries.ts';
import type { PhoneDeps } from './phone-deps.ts';
import { recordPhoneProof } from './phone-proofs.ts';
import { IDENTITY_LIFE_MS, type IdentityOwner } from './start-identity.ts';

/** Per account: each one asks the provider. */
const CONFIRMATIONS = { name: 'identity-confirm', points: 20, windowMs: MINUTE_MS };

type Receipt = { hash: Buffer; hashes: readonly Buffer[] };

/**
 * Returns whether this receipt has proved the check before.
 * @throws AppError NOT_FOUND for an id that is not of this account and session; IDENTITY_USED,
 * IDENTITY_EXPIRED
 */
function isRepeated(check: IdentityCheck | undefined, { hashes }: Receipt, now: Date): boolean {
  if (!check) throw new AppError('NOT_FOUND');
  const { receipt_hash: used, expires_at } = check;
  if (used !== null) {
    if (hashes.some((hash) => hash.equals(used))) return true;
    throw new AppError('IDENTITY_USED');
  }
  if (expires_at <= now) throw new AppError('IDENTITY_EXPIRED');
  return false;
}

const CODES = {
  unreachable: 'IDENTITY_UNREACHABLE',
  not_proven: 'IDENTITY_NOT_PROVEN',
  expired: 'IDENTITY_EXPIRED',
} as const;

async function readCertificate(identity: IdentityProvider, receiptId: string): Promise<Certificate> {
  try {
    return await identity.findCertificate(receiptId);
  } catch (error) {
    throw error instanceof IdentityError ? new AppError(CODES[error.kind], { cause: error }) : error;
  }
}

/** @throws AppError IDENTITY_USED, IDENTITY_NOT_PROVEN, IDENTITY_EXPIRED, IDENTITY_UNREACHABLE */
function checkCertificate(certificate: Certificate, body: ConfirmIdentityBody, now: Date): void {
  if (certificate.receiptId !== body.receipt_id) throw new AppError('IDENTITY_UNREACHABLE');
  if (certificate.authenticationId !== body.authentication_id) throw new AppError('IDENTITY_USED');
  if (!certificate.isProven) throw new AppError('IDENTITY_NOT_PROVEN');
  const { authenticatedAt } = certificate;
  const oldest = now.getTime() - IDENTITY_LIFE_MS;
  if (authenticatedAt && authenticatedAt.getTime() < oldest) throw new AppError('IDENTITY_EXPIRED');
}

/**
 * Proves the phone of an account by a receipt of the provider's identity check. The provider is
 * asked outside of any transaction; a check proves an account once, and the same call again
 * succeeds.
 * @throws AppError NOT_FOUND, IDENTITY_OFF, IDENTITY_MISMATCH, IDENTITY_USED, IDENTITY_EXPIRED,
 *   IDENTITY_NOT_PROVEN, IDENTITY_UNREACHABLE, TOO_MANY_REQUESTS
 */
export async function confirmIdentity(
  { db, clock, dataKeys, identity }: PhoneDeps,
  owner: IdentityOwner,
  body: ConfirmIdentityBody,
): Promise<void> {
  const key = { id: body.authentication_id, ...owner };
  const cipher = await dataKeys.forWriting();
  const receipt: Receipt = {
    hash: cipher.hash(body.receipt_id, 'identity_checks.receipt_hash'),
    hashes: dataKeys.hashes(body.receipt_id, 'identity_checks.receipt_hash'),
  };
  if (isRepeated(await findIdentityCheck(db, key), receipt, clock.now())) return;
  if (await isReceiptUsedElsewhere(db, key.id, receipt.hashes)) throw new AppError('IDENTITY_USED');
  if (!identity) throw new AppError('IDENTITY_OFF', { retryAfterSeconds: 3600 });
  await transaction(db, (trx) => consume(trx, CONFIRMATIONS, String(owner.userId)));
  const certificate = await readCertificate(identity, body.receipt_id);
  checkCertificate(certificate, body, clock.now());
  const { personId } = certificate;
  const personHash = personId === '' ? undefined : cipher.hash(personId, 'phone_proofs.person_hash');
  await transaction(db, async (trx: Trx) => {
    const account = await lockAccount(trx, owner.userId);
    if (!account) throw new AppError('UNAUTHENTICATED');
    const now = clock.now();
    // Under the account's lock: a second confirmation, or a new phone, may have come in between.
    if (isRepeated(await findIdentityCheck(trx, key), receipt, now)) return;
    if (!isOwnIdentity(certificate, account, koreanDayAt(now))) throw new AppError('IDENTITY_MISMATCH');
    if (!(await markReceiptUsed(trx, key.id, receipt.hash))) throw new AppError('IDENTITY_USED');
    await recordPhoneProof(trx, { userId: owner.userId, method: 'identity', phone: account.phone, now, personHash });
  });
}
