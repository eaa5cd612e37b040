import type { DbOrTrx } from '#server/db/transaction.ts';
import type { CaseAccess } from '#server/features/participants/participants.access.ts';
import { wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { CaseLetter } from '#shared/features/letters/schemas.ts';
import { maySign, missingSigners, stateAt } from '#shared/rules/letters/letter-state.ts';
import { documentFor, hasSigned, turnOf } from './letter-access.ts';
import { sheetStateAt } from './letters.present.ts';
import { factsOf, findLetter } from './letters.queries.ts';

/**
 * Reads how far the document is that a person of the case signs: the letter, or the payer's sheet; null while
 * none was offered. The case room names it without opening it, so this is no reading of the letter.
 */
export async function readCaseLetter(db: DbOrTrx, access: CaseAccess, now: Date): Promise<CaseLetter | null> {
  const found = await findLetter(db, access.orderId, { withDraft: false });
  if (!found) return null;
  const role = turnOf(found, access, now);
  if (!documentFor(found, role)) return null;
  const facts = factsOf(found);
  const missing = missingSigners(facts);
  return {
    document: role === 'payer' ? 'payer_sheet' : 'letter',
    state: role === 'payer' ? sheetStateAt(facts, now) : stateAt(facts, now),
    is_my_turn: !hasSigned(found, access.userId, role) && maySign(facts, role, now),
    // The payer learns nothing of the others from the own sheet.
    waits_for: role === 'payer' ? missing.filter((one) => one === 'payer') : missing,
    expires_at: wireTimeOrNull(found.row.expires_at),
  };
}
