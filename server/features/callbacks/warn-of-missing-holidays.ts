import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/lib/clock.ts';
import { yearWithoutHolidays } from '#shared/rules/business-days.ts';

/** Logs a warning while the holidays of a year are not known: calls would be promised and offered on them. */
export async function warnOfMissingHolidays({ clock, log }: { clock: Clock; log: FastifyBaseLogger }): Promise<void> {
  const year = yearWithoutHolidays(clock.now());
  if (year !== undefined) log.warn({ year }, 'public holidays missing');
}
