import { type Trx, transaction } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { consume } from '#server/lib/limits/consume.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { ConfirmIdentityBody, IdentityAct } from '#shared/features/accounts/phone-schemas.ts';
import { type Certificate, IdentityError, type IdentityProvider } from '../identity-provider.ts';
import {
  findIdentityCheck,
  type IdentityCheck,
  isReceiptUsedElsewhere,
  markReceiptUsed,
} from './identity-checks.queries.ts';
import type { PhoneDeps } from './phone-deps.ts';
import { IDENTITY_LIFE_MS, type IdentityOwner } from './start-identity.ts';

export type IdentityDeps = Pick<PhoneDeps, 'db' | 'clock' | 'dataKeys' | 'identity'>;

/** Per account: each one asks the provider. */
const CONFIRMATIONS = { name: 'identity-confirm', points: 20, windowMs: MINUTE_MS };

type Receipt = { hash: Buffer; hashes: readonly Buffer[] };

/** An identity check that the provider has confirmed, and that has not served an act yet. */
export type IdentityProof = {
  owner: IdentityOwner;
  checkId: string;
  act: IdentityAct;
  receipt: Receipt;
  certificate: Certificate;
  /** Keyed hash of the person's identifier; undefined where the provider gives none. */
  personHash: Buffer | undefined;
};

/**
 * Returns whether this receipt has proved the check before, for the same act.
 * @throws AppError NOT_FOUND for an id that is not of this account and session; IDENTITY_USED,
 * IDENTITY_EXPIRED
 */
function isRepeated(check: IdentityCheck | undefined, { hashes }: Receipt, act: IdentityAct, now: Date): boolean {
  if (!check) throw new AppError('NOT_FOUND');
  const { receipt_hash: used, used_for, expires_at } = check;
  if (used !== null) {
    if (used_for === act && hashes.some((hash) => hash.equals(used))) return true;
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
 * Reads who a person is from a receipt of the provider's identity check. The provider is asked outside of any
 * transaction; `spendIdentityProof` in the transaction of the act. Undefined: the same receipt has served the same
 * act before.
 * @throws AppError NOT_FOUND for an id that is not of this account and session; IDENTITY_OFF, IDENTITY_USED,
 *   IDENTITY_EXPIRED, IDENTITY_NOT_PROVEN, IDENTITY_UNREACHABLE, TOO_MANY_REQUESTS
 */
export async function readIdentityProof(
  { db, clock, dataKeys, identity }: IdentityDeps,
  owner: IdentityOwner,
  body: ConfirmIdentityBody,
  act: IdentityAct,
): Promise<IdentityProof | undefined> {
  const key = { id: body.authentication_id, ...owner };
  const cipher = await dataKeys.forWriting();
  const receipt: Receipt = {
    hash: cipher.hash(body.receipt_id, 'identity_checks.receipt_hash'),
    hashes: dataKeys.hashes(body.receipt_id, 'identity_checks.receipt_hash'),
  };
  if (isRepeated(await findIdentityCheck(db, key), receipt, act, clock.now())) return undefined;
  if (await isReceiptUsedElsewhere(db, key.id, receipt.hashes)) throw new AppError('IDENTITY_USED');
  if (!identity) throw new AppError('IDENTITY_OFF', { retryAfterSeconds: 3600 });
  await transaction(db, (trx) => consume(trx, CONFIRMATIONS, String(owner.userId)));
  const certificate = await readCertificate(identity, body.receipt_id);
  checkCertificate(certificate, body, clock.now());
  const { personId } = certificate;
  const personHash = personId === '' ? undefined : cipher.hash(personId, 'phone_proofs.person_hash');
  return { owner, checkId: key.id, act, receipt, certificate, personHash };
}

/**
 * Reads who a person is for an act in a case: a check of another person, or of another session, is a mismatch there
 * (contract §8).
 * @throws AppError IDENTITY_MISMATCH; IDENTITY_USED also for the same act again; those of `readIdentityProof`
 */
export async function readCaseProof(
  deps: IdentityDeps,
  owner: IdentityOwner,
  { authentication_id, receipt_id }: ConfirmIdentityBody,
  act: IdentityAct,
): Promise<IdentityProof> {
  const asked = { authentication_id, receipt_id };
  const proof = await readIdentityProof(deps, owner, asked, act).catch((error: unknown) => {
    const isForeign = error instanceof AppError && error.code === 'NOT_FOUND';
    throw isForeign ? new AppError('IDENTITY_MISMATCH', { cause: error }) : error;
  });
  if (!proof) throw new AppError('IDENTITY_USED');
  return proof;
}

/**
 * Returns whether the receipt has served the same act meanwhile. Needs a lock that all such acts of the person take.
 * @throws AppError NOT_FOUND, IDENTITY_USED, IDENTITY_EXPIRED
 */
export async function isProofRepeated(
  trx: Trx,
  { owner, checkId, receipt, act }: IdentityProof,
  now: Date,
): Promise<boolean> {
  return isRepeated(await findIdentityCheck(trx, { id: checkId, ...owner }), receipt, act, now);
}

/**
 * Records that the check served its act: it serves no other (contract §8).
 * @throws AppError IDENTITY_USED
 */
export async function spendIdentityProof(trx: Trx, { checkId, receipt, act }: IdentityProof): Promise<void> {
  if (!(await markReceiptUsed(trx, checkId, { receiptHash: receipt.hash, act }))) throw new AppError('IDENTITY_USED');
}
