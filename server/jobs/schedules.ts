import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/lib/time.ts';
import type { Job } from './job-runner.ts';
import type { Schedule } from './job-table.ts';

export const EVERY_MINUTE: Schedule = { everyMs: MINUTE_MS, offsetMs: 0 };

export function hourly(minute: number): Schedule {
  return { everyMs: HOUR_MS, offsetMs: minute * MINUTE_MS };
}

/** Each day at an hour and minute of UTC: Korea is nine hours ahead. */
export function daily(hour: number, minute: number): Schedule {
  return { everyMs: DAY_MS, offsetMs: hour * HOUR_MS + minute * MINUTE_MS };
}

/** A long job of each night, at an hour and minute of UTC. */
export function nightly(hour: number, minute: number): Schedule & Pick<Job, 'longestMs'> {
  return { ...daily(hour, minute), longestMs: 4 * HOUR_MS };
}
