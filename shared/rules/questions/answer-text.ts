import { formatDay } from '#shared/format/dates.ts';
import { isDay } from '#shared/text/day.ts';
import { isAnswered } from './answer-rules.ts';
import type { AnswerValue, Question } from './question-set.ts';

/** Returns an answer as people read it; an empty text where there is none. */
export function answerText({ kind, options = [] }: Pick<Question, 'kind' | 'options'>, value: AnswerValue): string {
  if (!isAnswered(value) || value === null) return '';
  if (typeof value === 'boolean') return value ? '예' : '아니요';
  const labelOf = (id: string) => options.find((option) => option.id === id)?.label ?? id;
  if (typeof value === 'object') return value.map(labelOf).join(', ');
  if (kind === 'choice') return labelOf(value);
  return kind === 'date' && isDay(value) ? formatDay(value) : value;
}
