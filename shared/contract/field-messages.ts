import type { z } from 'zod';
import { DAY_MESSAGE } from '#shared/text/day-message.ts';
import { ERRORS } from './errors.ts';

const DATE_FORMATS: Readonly<Record<string, string>> = {
  date: DAY_MESSAGE,
  datetime: '날짜와 시간이 올바르지 않습니다.',
  time: '시간이 올바르지 않습니다.',
};

/** Counters of lengths; a number itself has none. */
const UNITS: Readonly<Record<string, string>> = { string: '자', array: '개' };

/**
 * Returns the sentence for a field whose schema has none of its own. Names no pattern, format or
 * type, as the sentences of the library do: people read it in a form.
 */
export function fieldMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_format') return DATE_FORMATS[String(issue.format)] ?? '형식이 올바르지 않습니다.';
  if (issue.code === 'invalid_value') return '선택할 수 없는 값입니다.';
  if (issue.code === 'too_big') return `${issue.maximum}${UNITS[String(issue.origin)] ?? ''} 이하로 입력해주세요.`;
  if (issue.code === 'too_small') return `${issue.minimum}${UNITS[String(issue.origin)] ?? ''} 이상 입력해주세요.`;
  return ERRORS.VALIDATION_FAILED.message;
}
