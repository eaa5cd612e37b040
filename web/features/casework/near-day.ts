import { koreanDay } from '#shared/rules/business-days.ts';
import { isNearOn } from '#shared/rules/work/legal-deadlines.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';

/** Returns whether a last day is within a week, or over. */
export const isNearDay = (day: string) => isNearOn(koreanDay(serverNow()), day);
