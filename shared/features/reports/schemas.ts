import { z } from 'zod';
import { koreanDay, monthOrNow } from '#shared/contract/admin-lists.ts';
import { id, timestamp } from '#shared/contract/fields.ts';

const count = z.int().min(0);
/** In won; null for administrators without `money`. Sums leave the range of one price. */
const sumWon = z.int().nullable();

/** Payments that were captured and money that went back; `orders` counts the captures. */
const moved = z.object({ captured: sumWon, returned: sumWon, orders: count });

export const reportQuery = z.object({ month: monthOrNow });
export type ReportQuery = z.input<typeof reportQuery>;

/**
 * A month in Korea. Money belongs to the day on which it was captured, and to the day on which it
 * went back, so a closed month does not change.
 */
export const report = moved.extend({
  /** As `2026-03`. */
  month: z.string(),
  net: sumWon,
  /** Most captures first. */
  by_method: z.array(moved.extend({ method: z.string() })),
  by_service: z.array(moved.extend({ service_id: id, title: z.string() })),
  /** Administrators who take cases, or have open ones, by name. */
  by_lawyer: z.array(
    z.object({
      id,
      name: z.string(),
      /** Paid cases that are not closed now, and those of them whose call or step is overdue. */
      open: count,
      late: count,
      /** Average of the month's first answers, in minutes of office hours. */
      first_answer_minutes: count.nullable(),
      /** First calls that were promised for the month: made in time, and made late or not at all. */
      calls_kept: count,
      calls_missed: count,
    }),
  ),
});
export type Report = z.infer<typeof report>;

/** Today when left out. */
export const daySheetQuery = z.object({ date: koreanDay });
export type DaySheetQuery = z.input<typeof daySheetQuery>;

const won = z.int();

/** All money that moved on a day in Korea, in order of time, as the bank has it; without people. */
export const daySheet = z.object({
  date: z.string(),
  captured: won,
  returned: won,
  net: won,
  moves: z.array(
    z.object({
      at: timestamp,
      order_id: id,
      order_number: z.string(),
      service_title: z.string(),
      method: z.string(),
      receipt_id: z.string(),
      /** One of the two is 0. */
      captured: won,
      returned: won,
    }),
  ),
});
export type DaySheet = z.infer<typeof daySheet>;
