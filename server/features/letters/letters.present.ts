import { GUARDIAN_CONSENT, LETTER_CONSENT, PAYER_CONSENT } from '#content/letters/letter-template.ts';
import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { AdminLetter, Letter, OwnLetter, PayerSheet } from '#shared/features/letters/schemas.ts';
import { actsAsGuardian, type CaseFacts } from '#shared/rules/case-access/case-access.ts';
import { type LetterFacts, missingSigners, type SignerRole, stateAt } from '#shared/rules/letters/letter-state.ts';
import type { LetterReading } from './letter-deps.ts';
import { type CaseLetter, type DocumentRow, factsOf, type LetterRow, type SignatureRow } from './letters.queries.ts';
import { readEvidence } from './signing-evidence.ts';

type Texts = Pick<LetterReading, 'dataKeys' | 'now'>;

/** The sentence that a person of the role agrees to. */
export function consentOf(role: SignerRole): string {
  if (role === 'payer') return PAYER_CONSENT;
  return role === 'guardian' ? GUARDIAN_CONSENT : LETTER_CONSENT;
}

function presentSignatures({ dataKeys }: Texts, signatures: readonly SignatureRow[]) {
  return signatures.map((signature) => ({
    role: signature.role,
    name: readEvidence(dataKeys, signature).name,
    at: wireTime(signature.signed_at),
  }));
}

function presentDocument(texts: Texts, { signatures }: CaseLetter, document: DocumentRow, role: SignerRole) {
  return {
    id: document.id,
    html: texts.dataKeys.readText(document.html_sealed, `letter_documents.html_sealed:${document.id}`),
    sha256: document.sha256,
    consent_text: consentOf(role),
    signatures: presentSignatures(
      texts,
      signatures.filter(({ document_id }) => document_id === document.id),
    ),
  };
}

function presentLetter(texts: Texts, found: CaseLetter, role: SignerRole): Letter {
  const { row, letter } = found;
  const facts = factsOf(found);
  return {
    ...presentDocument(texts, found, letter, role),
    state: stateAt(facts, texts.now),
    offered_at: wireTimeOrNull(row.offered_at),
    expires_at: wireTimeOrNull(row.expires_at),
    has_pdf: row.sealed_at !== null,
    seal: row.seal,
    waits_for: missingSigners(facts),
  };
}

/** The state of the payer's sheet, which says nothing of what the others have signed. */
export function sheetStateAt(facts: LetterFacts, now: Date): PayerSheet['state'] {
  const state = stateAt(facts, now);
  if (facts.signed.includes('payer') && state !== 'sealed') return 'signed_by_payer';
  return state === 'signed_by_client' || state === 'signed_by_firm' ? 'offered' : state;
}

function presentSheet(texts: Texts, found: CaseLetter, sheet: DocumentRow): PayerSheet {
  return { ...presentDocument(texts, found, sheet, 'payer'), state: sheetStateAt(factsOf(found), texts.now) };
}

/** Presents a letter to a person in the case; undefined when the person reads neither letter nor sheet. */
export function presentOwnLetter(
  texts: Texts,
  found: CaseLetter,
  { readsLetter, ...facts }: Pick<CaseFacts, 'role' | 'isGuardian' | 'isClientMinor'> & { readsLetter: boolean },
): OwnLetter | undefined {
  const { role } = facts;
  if (role !== 'payer') return presentLetter(texts, found, role === 'guardian' ? 'guardian' : 'client');
  if (!found.sheet) return undefined;
  const payer_sheet = presentSheet(texts, found, found.sheet);
  const letterRole = actsAsGuardian(facts) ? 'guardian' : 'client';
  return readsLetter ? { ...presentLetter(texts, found, letterRole), payer_sheet } : { payer_sheet };
}

/** Decrypts the texts that administrators write in a draft. */
export function readDraft(
  { dataKeys }: Pick<LetterReading, 'dataKeys'>,
  row: LetterRow,
): Pick<AdminLetter, 'scope' | 'fee' | 'terms'> {
  return {
    scope: dataKeys.readText(row.scope_sealed, `letters.scope_sealed:${row.id}`),
    fee: row.fee,
    terms: dataKeys.readText(row.terms_sealed, `letters.terms_sealed:${row.id}`),
  };
}

/** Presents a letter to administrators; `draftHtml` shows a draft as it would be offered now. */
export function presentAdminLetter(texts: Texts, found: CaseLetter, draftHtml: string | undefined): AdminLetter {
  const { row, sheet } = found;
  const { dataKeys } = texts;
  const letter = presentLetter(texts, found, 'client');
  return {
    ...letter,
    html: draftHtml ?? letter.html,
    ...readDraft(texts, row),
    sealing:
      row.completed_at !== null && row.sealed_at === null
        ? { failures: row.seal_failures, problem: row.seal_problem }
        : null,
    payer_sheet: sheet ? presentSheet(texts, found, sheet) : null,
    declined: row.declined_by && {
      by: row.declined_by,
      reason: dataKeys.readText(row.reason_sealed, `letters.reason_sealed:${row.id}`),
    },
  };
}
