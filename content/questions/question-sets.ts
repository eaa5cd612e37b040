import type { QuestionSet } from '#shared/rules/questions/question-set.ts';
import { BEFORE_ENLISTING } from './before-enlisting.ts';
import { DISCIPLINE } from './discipline.ts';
import { HARASSMENT } from './harassment.ts';
import { SICKNESS } from './sickness.ts';
import { UNFIT_FOR_SERVICE } from './unfit-for-service.ts';

/**
 * All versions of all question sets. A changed set is a new object with the next version beside the
 * old one: answers keep the version that they were given to.
 */
export const QUESTION_SETS: readonly QuestionSet[] = [
  DISCIPLINE,
  UNFIT_FOR_SERVICE,
  SICKNESS,
  HARASSMENT,
  BEFORE_ENLISTING,
];
