import type { CaseQuestionSet } from '#shared/features/questions/schemas.ts';
import { isAnswered, isShown } from '#shared/rules/questions/answer-rules.ts';
import type { AnswerValues, Question, QuestionGroup, SetState } from '#shared/rules/questions/question-set.ts';
import type { BadgeKind } from '#web/ui/badge.tsx';

export type CaseQuestion = CaseQuestionSet['groups'][number]['questions'][number];
type CaseGroup = CaseQuestionSet['groups'][number];

export const SET_LABELS: Record<SetState, { label: string; kind: BadgeKind }> = {
  not_started: { label: '작성 전', kind: 'info' },
  started: { label: '작성 중', kind: 'info' },
  submitted: { label: '제출', kind: 'olive' },
  asked_again: { label: '보완 요청', kind: 'danger' },
  confirmed: { label: '확인', kind: 'success' },
};

/** Returns the question as the rules have it, in which nothing is null. */
export function ruleQuestion({
  id,
  kind,
  label,
  required,
  when,
  sensitive,
  audience,
  max,
  options,
}: CaseQuestion): Question {
  return {
    id,
    kind,
    label,
    required,
    sensitive,
    audience,
    options,
    ...(when && { when }),
    ...(max !== null && { max }),
  };
}

function ruleGroups(groups: readonly CaseGroup[]): QuestionGroup[] {
  return groups.map(({ title, questions }) => ({ title, questions: questions.map(ruleQuestion) }));
}

export function valuesOf({ answers }: Pick<CaseQuestionSet, 'answers'>): AnswerValues {
  return Object.fromEntries(Object.entries(answers).map(([id, { value }]) => [id, value]));
}

/** Returns the groups with the questions that are shown with these answers; groups without any are left out. */
export function shownGroups({ groups }: Pick<CaseQuestionSet, 'groups'>, values: AnswerValues): CaseGroup[] {
  const rules = { groups: ruleGroups(groups) };
  return groups
    .map(({ title, questions }) => ({
      title,
      questions: questions.filter((question) => isShown(rules, ruleQuestion(question), values)),
    }))
    .filter(({ questions }) => questions.length > 0);
}

export const takesAnswer = ({ kind }: Pick<CaseQuestion, 'kind'>) => kind !== 'paper' && kind !== 'notice';

/** How many of the shown questions have an answer. */
export function progressOf(groups: readonly CaseGroup[], values: AnswerValues): { asked: number; answered: number } {
  const asked = groups.flatMap(({ questions }) => questions).filter(takesAnswer);
  return { asked: asked.length, answered: asked.filter(({ id }) => isAnswered(values[id])).length };
}
