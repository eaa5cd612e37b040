import type { CaseAccess } from '#server/features/participants/participants.access.ts';
import { AppError } from '#server/lib/errors.ts';
import type { OwnLetter } from '#shared/features/letters/schemas.ts';
import type { CaseRole } from '#shared/rules/case-access/areas.ts';
import { mayRead } from '#shared/rules/case-access/case-access.ts';
import type { SignerRole } from '#shared/rules/letters/letter-state.ts';
import type { LetterReading } from './letter-deps.ts';
import { presentOwnLetter } from './letters.present.ts';
import { type CaseLetter, type DocumentRow, findLetter } from './letters.queries.ts';

/** The role in which a person of the case signs. */
export function signerRoleOf(role: CaseRole): Exclude<SignerRole, 'firm'> {
  return role === 'both' ? 'client' : role;
}

/**
 * Returns whether a person reads the letter and its files: the client and guardians, and the payer if the client
 * shares it. Before a client has joined the payer reads the own sheet alone.
 */
export function readsLetter(access: CaseAccess): boolean {
  return mayRead(access, 'letter') && (access.role !== 'payer' || access.shares.includes('letter'));
}

/** The document that a person signs; undefined for none. */
export function documentFor({ letter, sheet }: CaseLetter, role: SignerRole): DocumentRow | undefined {
  return role === 'payer' ? sheet : letter;
}

/**
 * Finds the newest letter that was offered to a person of the case.
 * @throws AppError LETTER_NOT_FOUND, also for one of which the person reads and signs nothing
 */
export async function getLetterFor({ db }: Pick<LetterReading, 'db'>, access: CaseAccess): Promise<CaseLetter> {
  const found = await findLetter(db, access.orderId, { withDraft: false });
  if (!found || !documentFor(found, signerRoleOf(access.role))) throw new AppError('LETTER_NOT_FOUND');
  return found;
}

/** Presents the newest letter to a person of the case. */
export async function answerFor(reading: LetterReading, access: CaseAccess): Promise<OwnLetter> {
  const found = await getLetterFor(reading, access);
  const answer = presentOwnLetter(reading, found, { role: access.role, readsLetter: readsLetter(access) });
  if (!answer) throw new AppError('LETTER_NOT_FOUND');
  return answer;
}
