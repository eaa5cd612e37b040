import type { DbOrTrx } from '#server/db/transaction.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import type { AdminLetter } from '#shared/features/letters/schemas.ts';
import { isMandate, maySign, SIGNER_ROLES, stateAt } from '#shared/rules/letters/letter-state.ts';
import type { TaskLetter } from '#shared/rules/work/case-tasks.ts';
import { hasSigned } from './letter-access.ts';
import { answerForAdmin } from './letter-data.ts';
import type { LetterReading } from './letter-deps.ts';
import { type CaseLetter, factsOf, findLetter } from './letters.queries.ts';

/** Without a reader, the signers are all whose turn it is. */
function taskOf(found: CaseLetter, now: Date, reader?: number): TaskLetter {
  const facts = factsOf(found);
  const { expiresAt } = facts;
  return {
    state: stateAt(facts, now),
    signers: SIGNER_ROLES.filter(
      (role) => maySign(facts, role, now) && (reader === undefined || !hasSigned(found, reader, role)),
    ),
    due_on: expiresAt && koreanDayAt(expiresAt),
  };
}

/**
 * Returns how far the newest letter of a case is that was offered, without what the reader has signed; undefined
 * without one.
 */
export async function findTaskLetter(
  db: DbOrTrx,
  { orderId, userId }: { orderId: number; userId: number },
  now: Date,
): Promise<TaskLetter | undefined> {
  const found = await findLetter(db, orderId, { withDraft: false });
  return found && taskOf(found, now, userId);
}

type LetterForAdmin = { letter: AdminLetter | null; task: TaskLetter | undefined };

/** Returns the newest letter of a case as administrators read it, drafts too, and what waits in it. */
export async function findLetterForAdmin(reading: LetterReading, orderId: number): Promise<LetterForAdmin> {
  const found = await findLetter(reading.db, orderId, { withDraft: true });
  if (!found) return { letter: null, task: undefined };
  return { letter: await answerForAdmin(reading, found), task: taskOf(found, reading.now) };
}

/**
 * Returns whether the client has given the firm a mandate: a letter that was signed stays one while a newer one is
 * drafted. What is filed in the client's name waits for it (contract §8).
 */
export async function hasMandate(db: DbOrTrx, orderId: number): Promise<boolean> {
  const states = await db
    .selectFrom('letters')
    .select('letters.state')
    .where('letters.order_id', '=', orderId)
    .execute();
  return states.some(({ state }) => isMandate(state));
}
