import { z } from 'zod';
import { callHours, type WireCallHours } from '#shared/features/callbacks/schemas.ts';
import { CALL_DAYS, type CallDay } from '#shared/rules/work/callback-slots.ts';

/** The periods of each day as they are typed: `09:00-12:00, 13:00-18:00`. */
export type CallHoursValues = Record<CallDay, string>;

const PERIOD = /^\s*(\d{1,2}:\d{2})\s*[-~–]\s*(\d{1,2}:\d{2})\s*$/;
const TYPED_MESSAGE = '09:00-12:00, 13:00-18:00처럼 겹치지 않게 차례로 입력해주세요.';

/** The typed day as periods; a text that is none is refused with its own sentence. */
const typedDay = z.string().transform((text, context) => {
  const parts = text.trim() === '' ? [] : text.split(',');
  const periods = parts.map((part) =>
    PERIOD.exec(part)
      ?.slice(1)
      .map((time) => time.padStart(5, '0')),
  );
  const checked = callHours.safeParse({ 1: periods });
  if (checked.success) return checked.data[1] ?? [];
  context.addIssue({ code: 'custom', message: TYPED_MESSAGE });
  return z.NEVER;
});

export const callHoursForm = z.object({
  1: typedDay,
  2: typedDay,
  3: typedDay,
  4: typedDay,
  5: typedDay,
  6: typedDay,
} satisfies Record<CallDay, z.ZodType>);

export function toValues(hours: WireCallHours): CallHoursValues {
  const textOf = (day: CallDay) => (hours[day] ?? []).map((period) => period.join('-')).join(', ');
  const values: CallHoursValues = { 1: '', 2: '', 3: '', 4: '', 5: '', 6: '' };
  for (const day of CALL_DAYS) values[day] = textOf(day);
  return values;
}
