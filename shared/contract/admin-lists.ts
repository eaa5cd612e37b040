import { z } from 'zod';
import { DAY_MESSAGE } from '#shared/text/day-message.ts';
import { day, line } from './fields.ts';

/** Lines of a page when nothing else is asked for, and at most (contract §1). */
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const MONTH_MESSAGE = '월이 올바르지 않습니다. (예: 2026-03)';
const LIMIT_MESSAGE = '한 번에 볼 개수가 올바르지 않습니다.';

/**
 * Every paged list takes these. `cursor` comes from the `Link` header of the page before and means
 * nothing to the caller.
 */
export const pageQuery = z.object({
  limit: z
    .string({ error: LIMIT_MESSAGE })
    .regex(/^[1-9]\d*$/, LIMIT_MESSAGE)
    .optional()
    .transform((text) => Math.min(Number(text ?? DEFAULT_LIMIT), MAX_LIMIT)),
  cursor: z.string({ error: '목록의 위치가 올바르지 않습니다.' }).max(1000).optional(),
});

const sortOrder = z.enum(['asc', 'desc'], { error: '정렬 방향이 올바르지 않습니다.' });

/** Names a list's order and its direction; the first sort when left out. */
export function sortFields<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  const sort = z.enum(sorts, { error: '정렬 기준이 올바르지 않습니다.' });
  return { sort: sort.optional().transform((key): Sorts[number] => key ?? sorts[0]), order: sortOrder.default('desc') };
}

/** As `sortFields`, for a list whose direction depends on its filter when left out. */
export function sortFieldsWithoutOrder<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  return { ...sortFields(sorts), order: sortOrder.optional() };
}

/** Longest reason for a file with personal data, in characters. */
export const MAX_EXPORT_REASON = 200;

/** A file of a list, sent as a stream without the serialiser. */
export const csvFile = z.string().describe('CSV, UTF-8 with a byte order mark');

/** Why a file is needed, for the audit log. */
export const exportReason = line(MAX_EXPORT_REASON).optional();

/** A search text; blank is none. */
export const searchText = line(100)
  .optional()
  .transform((text) => text || undefined);

/** A day in Korea as `2026-03-01`; blank is none. */
export const koreanDay = z
  .union([z.literal(''), day()], { error: DAY_MESSAGE })
  .optional()
  .transform((text) => text || undefined);

/** A month in Korea as `2026-03`. */
export const koreanMonth = z.string({ error: MONTH_MESSAGE }).regex(/^20\d\d-(0[1-9]|1[0-2])$/, MONTH_MESSAGE);

/** A month in Korea; blank is the present one. */
export const monthOrNow = z
  .union([z.literal(''), koreanMonth], { error: MONTH_MESSAGE })
  .optional()
  .transform((text) => text || undefined);
