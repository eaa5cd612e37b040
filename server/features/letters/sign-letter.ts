import { type DbOrTrx, type Trx, transaction } from '#server/db/transaction.ts';
import {
  type IdentityOwner,
  type IdentityProof,
  readCaseProof,
  spendIdentityProof,
} from '#server/features/accounts/identity-checks.ts';
import { queueNotice } from '#server/features/notices/queue-notice.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import { hasConsent } from '#server/features/participants/consents.lookup.ts';
import { type CaseAccess, getCaseAccess } from '#server/features/participants/participants.access.ts';
import { AppError } from '#server/lib/errors.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import type { OwnLetter, ValidSignLetterBody } from '#shared/features/letters/schemas.ts';
import { isAdult, isIdentityOf, isSameName } from '#shared/rules/accounts/identity-match.ts';
import { maySign, type SignerRole, stateAt } from '#shared/rules/letters/letter-state.ts';
import { insertSignature, type Place } from './insert-signature.ts';
import { answerFor, documentFor, getLetterFor, hasSigned, signerRolesOf } from './letter-access.ts';
import { getParties } from './letter-data.ts';
import type { LetterDeps } from './letter-deps.ts';
import { consentOf } from './letters.present.ts';
import { type CaseLetter, changeLetter, type DocumentRow, factsOf } from './letters.queries.ts';
import { requireGlyphs } from './require-glyphs.ts';
import type { SignatureEvidence } from './signing-evidence.ts';

/** Who signs, and from where. */
export type Signer = IdentityOwner & Place;

type Signing = { access: CaseAccess; role: SignerRole; found: CaseLetter; document: DocumentRow };

/** Returns whether the person has sent this signature before. @throws AppError CLIENT_ID_REUSED */
async function isRepeated(db: DbOrTrx, userId: number, body: ValidSignLetterBody): Promise<boolean> {
  const before = await db
    .selectFrom('letter_signatures')
    .select('letter_signatures.document_id')
    .where('letter_signatures.user_id', '=', userId)
    .where('letter_signatures.client_id', '=', body.client_id)
    .executeTakeFirst();
  if (before && before.document_id !== body.letter_id) throw new AppError('CLIENT_ID_REUSED');
  return before !== undefined;
}

/**
 * @throws AppError LETTER_NOT_FOUND, LETTER_CHANGED, LETTER_EXPIRED, LETTER_STATE, VALIDATION_FAILED,
 *   CONSENT_REQUIRED
 */
async function requireSignable(
  db: DbOrTrx,
  access: CaseAccess,
  body: ValidSignLetterBody,
  now: Date,
): Promise<Signing> {
  const found = await getLetterFor({ db }, access);
  const role = signerRolesOf(access).find((one) => documentFor(found, one)?.id === body.letter_id);
  const document = role && documentFor(found, role);
  if (!document || document.sha256 !== body.sha256) throw new AppError('LETTER_CHANGED');
  const facts = factsOf(found);
  if (stateAt(facts, now) === 'expired') throw new AppError('LETTER_EXPIRED');
  if (hasSigned(found, access.userId, role) || !maySign(facts, role, now)) throw new AppError('LETTER_STATE');
  if (body.consent !== consentOf(role)) {
    const details = [{ path: 'consent', message: '동의하는 문장이 화면에 보인 것과 다릅니다.' }];
    throw new AppError('VALIDATION_FAILED', { details });
  }
  if (role === 'client' && !(await hasConsent(db, access, 'sensitive'))) throw new AppError('CONSENT_REQUIRED');
  return { access, role, found, document };
}

/** The person whose identity check signs: the client as the order names the soldier, others as the account. */
async function getExpected(db: DbOrTrx, { role, orderId, userId }: CaseAccess) {
  const account = await db
    .selectFrom('users')
    .select(['users.fullname', 'users.phone'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  if (role !== 'client') return { name: account.fullname, phones: [account.phone] };
  const { client } = await getParties({ db }, orderId);
  return { name: client.name, phones: [account.phone, client.phone] };
}

/** The check as it is kept. */
function identityEvidence(
  { checkId, certificate, personHash }: IdentityProof,
  now: Date,
): SignatureEvidence['identity'] {
  return {
    method: '본인인증',
    check: checkId,
    at: wireTime(certificate.authenticatedAt ?? now),
    person_hash: personHash?.toString('hex') ?? null,
  };
}

/** Tells the guardians who have joined that it is their turn: before, it was not known that they have to sign. */
async function tellGuardians(trx: Trx, orderId: number, letterId: number): Promise<void> {
  const guardians = await trx
    .selectFrom('participants')
    .select('participants.user_id')
    .where('participants.order_id', '=', orderId)
    .where('participants.role', '=', 'guardian')
    .where('participants.state', '=', 'joined')
    .execute();
  for (const { user_id } of guardians) {
    const eventKey = `letter_ready:${letterId}:guardian:${user_id}`;
    await queueNotice(trx, { kind: 'letter_ready', orderId, userId: user_id ?? undefined, eventKey });
  }
}

async function write(
  trx: Trx,
  deps: LetterDeps,
  { access, role, found, document }: Signing,
  signature: SignatureEvidence,
  by: { proof: IdentityProof; body: ValidSignLetterBody; now: Date },
) {
  const { proof, body, now } = by;
  await spendIdentityProof(trx, proof);
  if (role === 'client' && !isAdult(proof.certificate.birthDate, koreanDayAt(now))) {
    await changeLetter(trx, found.row.id, { is_minor: true });
    await tellGuardians(trx, access.orderId, found.row.id);
  }
  await insertSignature(trx, deps, {
    order: { id: access.orderId, user_id: access.buyerId },
    documentId: document.id,
    role,
    userId: access.userId,
    clientId: body.client_id,
    evidence: signature,
    now,
  });
}

/** Checks the whole signature before it is written. Throws as `signLetter`. */
async function prove(
  deps: LetterDeps,
  signer: Signer,
  asked: CaseAccess,
  body: ValidSignLetterBody,
): Promise<IdentityProof> {
  const { db, clock } = deps;
  await requireSignable(db, asked, body, clock.now());
  const expected = await getExpected(db, asked);
  if (!isSameName(body.name, expected.name)) throw new AppError('NAME_MISMATCH');
  await requireGlyphs(deps.glyphs, [{ path: 'name', label: '이름', text: body.name }]);
  const owner = { userId: signer.userId, sessionId: signer.sessionId };
  const proof = await readCaseProof(deps, owner, body, 'letter');
  if (!isIdentityOf(proof.certificate, expected, koreanDayAt(clock.now()))) throw new AppError('IDENTITY_MISMATCH');
  return proof;
}

/**
 * Signs the letter, or the payer's sheet, with an identity check of its own. The provider is asked outside of any
 * transaction; the same `client_id` again changes nothing.
 * @throws AppError ORDER_NOT_FOUND, LETTER_NOT_FOUND, LETTER_CHANGED, LETTER_EXPIRED, LETTER_STATE, CONSENT_REQUIRED,
 *   NAME_MISMATCH, IDENTITY_MISMATCH, CLIENT_ID_REUSED, LETTER_CHARACTERS, and those of `readCaseProof`
 */
export async function signLetter(
  deps: LetterDeps,
  signer: Signer,
  orderId: number,
  body: ValidSignLetterBody,
): Promise<OwnLetter> {
  const { db, dataKeys, clock } = deps;
  const asked = await getCaseAccess(db, signer.userId, orderId, clock.now());
  const proof = await prove(deps, signer, asked, body).catch(async (error: unknown) => {
    // The same call may have signed before, or at any moment since this one began.
    if (await isRepeated(db, signer.userId, body)) return undefined;
    throw error;
  });
  if (!proof) return answerFor({ db, dataKeys, now: clock.now() }, asked);
  await dataKeys.forWriting();
  return transaction(db, async (trx) => {
    await lockOrder(trx, orderId);
    const now = clock.now();
    // Under the order's lock: the letter, the person's part and a repeated call may have come in between.
    const access = await getCaseAccess(trx, signer.userId, orderId, now);
    if (!(await isRepeated(trx, signer.userId, body))) {
      const signing = await requireSignable(trx, access, body, now);
      const evidence: SignatureEvidence = {
        name: body.name,
        consent: body.consent,
        document_sha256: body.sha256,
        mark: body.mark || null,
        identity: identityEvidence(proof, now),
        address: signer.address,
        port: signer.port,
        browser: signer.browser,
        session: signer.sessionId,
      };
      await write(trx, deps, signing, evidence, { proof, body, now });
    }
    return answerFor({ db: trx, dataKeys, now }, access);
  });
}
