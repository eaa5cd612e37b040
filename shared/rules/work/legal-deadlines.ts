import { dayAfter, isBusinessDay } from '#shared/rules/business-days.ts';

type Length = { days: number } | { years: number };
type LegalDeadline = { title: string; length: Length; law: string };

/**
 * Periods of the law that begin with a day which the client knows. SAMPLE: the firm's lawyers check
 * each of them, and confirm each computed day of a case.
 */
export const LEGAL_DEADLINES = {
  discipline_appeal: { title: '징계 항고', length: { days: 30 }, law: '군인사법 60조' },
  personnel_appeal: { title: '인사소청', length: { days: 30 }, law: '군인사법 50조' },
  lawsuit: { title: '취소소송', length: { days: 90 }, law: '행정소송법 20조' },
  administrative_appeal: { title: '행정심판', length: { days: 90 }, law: '행정심판법 27조' },
  objection: { title: '이의신청', length: { days: 30 }, law: '행정기본법 36조' },
  veterans_objection: { title: '국가유공자 이의신청', length: { days: 30 }, law: '국가유공자법 74조의18' },
  compensation_review: { title: '군인재해보상 심사청구', length: { days: 90 }, law: '군인재해보상법 49조' },
  state_compensation_review: { title: '국가배상 재심', length: { days: 14 }, law: '국가배상법 15조의2' },
  compensation_claim: { title: '군인재해보상 급여 청구', length: { years: 5 }, law: '군인재해보상법 49조' },
  treatment_claim: { title: '공무상요양비 청구', length: { years: 3 }, law: '군인재해보상법 49조' },
  state_compensation_claim: { title: '국가배상 청구', length: { years: 3 }, law: '민법 766조' },
  grievance_review: { title: '고충심사 재심', length: { days: 30 }, law: '군인복무기본법 시행령 30조' },
  human_rights_complaint: { title: '인권위 진정', length: { years: 1 }, law: '국가인권위원회법 32조' },
  prosecution_review: { title: '재정신청', length: { days: 30 }, law: '군사법원법 301조' },
  summary_order_trial: { title: '약식명령 정식재판 청구', length: { days: 7 }, law: '군사법원법 501조의7' },
  criminal_appeal: { title: '항소', length: { days: 7 }, law: '군사법원법 415조' },
} as const satisfies Record<string, LegalDeadline>;

export type LegalDeadlineKind = keyof typeof LEGAL_DEADLINES;
export const LEGAL_DEADLINE_KINDS: readonly LegalDeadlineKind[] = Object.keys(LEGAL_DEADLINES).filter(
  (kind): kind is LegalDeadlineKind => kind in LEGAL_DEADLINES,
);

const DAY_MS = 24 * 60 * 60_000;

function plusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The same day of a later year; 29 February ends with that month (민법 160조 3항). */
function plusYears(day: string, years: number): string {
  const year = Number(day.slice(0, 4)) + years;
  const same = `${year}${day.slice(4)}`;
  return new Date(`${same}T00:00:00Z`).toISOString().startsWith(same) ? same : `${year}-02-28`;
}

/**
 * Computes the last day of a period: its first day is not counted (민법 157조), and a last day on a
 * Saturday, Sunday or public holiday moves on to the next day that is none (민법 161조).
 */
export function lastDayOf(kind: LegalDeadlineKind, startsOn: string): string {
  const length: Length = LEGAL_DEADLINES[kind].length;
  let day = 'days' in length ? plusDays(startsOn, length.days) : plusYears(startsOn, length.years);
  while (!isBusinessDay(day)) day = dayAfter(day);
  return day;
}

/** `other` is a deadline whose last day staff name. */
export const DEADLINE_KINDS = [...LEGAL_DEADLINE_KINDS, 'other'] as const;
export type DeadlineKind = LegalDeadlineKind | 'other';

/** How many days before its last day a deadline is near. */
export const NEAR_DAYS = 7;

/** Days before the last day on which people are reminded. */
const REMINDER_DAYS = [1, 3, NEAR_DAYS];

/** Returns which reminder is due so many days before the last day. */
export function reminderOf(daysLeft: number): number | undefined {
  return REMINDER_DAYS.find((days) => daysLeft <= days);
}

/** Returns whether a last day is near on a day, or has passed. */
export function isNearOn(today: string, lastDay: string): boolean {
  return lastDay <= plusDays(today, NEAR_DAYS);
}
