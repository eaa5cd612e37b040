import type { Trx } from '#server/db/transaction.ts';
import { type AnnounceDeps, announceWork } from '#server/features/participants/case-events.ts';
import type { CaseAccess } from '#server/features/participants/participants.access.ts';
import { AppError } from '#server/lib/errors.ts';
import type { OwnLetter } from '#shared/features/letters/schemas.ts';
import { actsAsGuardian, mayRead } from '#shared/rules/case-access/case-access.ts';
import { maySign, type SignerRole } from '#shared/rules/letters/letter-state.ts';
import type { LetterReading } from './letter-deps.ts';
import { presentOwnLetter } from './letters.present.ts';
import { type CaseLetter, type DocumentRow, factsOf, findLetter } from './letters.queries.ts';

type OwnRole = Exclude<SignerRole, 'firm'>;
type Guardianship = Pick<CaseAccess, 'role' | 'isGuardian' | 'isClientMinor'>;

/** The roles in which a person of the case signs: a payer who is a guardian signs the letter beside the own sheet. */
export function signerRolesOf(access: Guardianship): [OwnRole, ...OwnRole[]] {
  const { role } = access;
  if (role === 'payer') return actsAsGuardian(access) ? ['payer', 'guardian'] : ['payer'];
  return [role === 'both' ? 'client' : role];
}

/** Returns whether the person has signed in the role. */
export function hasSigned({ signatures }: CaseLetter, userId: number, role: SignerRole): boolean {
  return signatures.some((one) => one.role === role && one.user_id === userId);
}

/** The role in which it is the person's turn to sign, else the last of those in which the person signs anything. */
export function turnOf(found: CaseLetter, access: CaseAccess, now: Date): OwnRole {
  const own = signerRolesOf(access);
  const roles = own.filter((role) => documentFor(found, role));
  const facts = factsOf(found);
  const isTurn = (role: OwnRole) => !hasSigned(found, access.userId, role) && maySign(facts, role, now);
  return roles.find(isTurn) ?? roles.at(-1) ?? own[0];
}

/**
 * Returns whether a person reads the letter and its files: the client and guardians, and another payer if the client
 * shares it. Before a client has joined the payer reads the own sheet alone.
 */
export function readsLetter(access: CaseAccess): boolean {
  return (
    mayRead(access, 'letter') && (access.role !== 'payer' || actsAsGuardian(access) || access.shares.includes('letter'))
  );
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
  if (!found || !signerRolesOf(access).some((role) => documentFor(found, role))) throw new AppError('LETTER_NOT_FOUND');
  return found;
}

/** Presents the newest letter to a person of the case. */
export async function answerFor(reading: LetterReading, access: CaseAccess): Promise<OwnLetter> {
  const found = await getLetterFor(reading, access);
  const answer = presentOwnLetter(reading, found, { ...access, readsLetter: readsLetter(access) });
  if (!answer) throw new AppError('LETTER_NOT_FOUND');
  return answer;
}

type LetterChange = {
  order: { id: number; user_id: number };
  /** The payer's sheet changes, too: it says nothing of what the others have signed. */
  isOfSheet: boolean;
};

/** Tells the open pages of those who read a letter, or the payer's sheet, that it changed. */
export async function announceLetter(trx: Trx, deps: AnnounceDeps, { order, isOfSheet }: LetterChange): Promise<void> {
  const reads = (access: CaseAccess) => readsLetter(access) || (isOfSheet && access.role === 'payer');
  await announceWork(trx, deps, { order, reads });
}

/** Tells administrators alone: a draft is for them. */
export async function announceDraft(trx: Trx, deps: AnnounceDeps, order: LetterChange['order']): Promise<void> {
  await announceWork(trx, deps, { order, reads: () => false });
}
