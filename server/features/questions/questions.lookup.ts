import type { CaseAccess } from '#server/features/participants/participants.access.ts';
import type { CaseQuestionSet } from '#shared/features/questions/schemas.ts';
import { type CaseOrder, readCaseSets, type SetReading } from './case-sets.ts';
import { isListedFor, mayReadAnswer } from './question-access.ts';
import { ALL, presentSet, type SetView } from './questions.present.ts';

/** Returns the view that a person with a part in the case has of its sets. */
export function viewOf(access: CaseAccess): SetView {
  return {
    isListed: (question, answer) => isListedFor(access, question, answer),
    isReadable: (question, answer) => isListedFor(access, question, answer) && mayReadAnswer(access, question, answer),
  };
}

/** Lists the sets of a case for a person; a set without a question for the person is left out. */
export async function listSetsFor(
  reading: SetReading,
  order: CaseOrder,
  access: CaseAccess,
): Promise<CaseQuestionSet[]> {
  const sets = await readCaseSets(reading, order);
  return sets.map((found) => presentSet(found, viewOf(access))).filter(({ groups }) => groups.length > 0);
}

/** Lists the sets of a case for administrators with the permission `orders`. */
export async function listSetsForAdmin(reading: SetReading, order: CaseOrder): Promise<CaseQuestionSet[]> {
  return (await readCaseSets(reading, order)).map((found) => presentSet(found, ALL));
}
