/** Channels of advertising, each with a consent of its own. */
export const MARKETING_CHANNELS = ['email', 'sms'] as const;
export type MarketingChannel = (typeof MARKETING_CHANNELS)[number];
export const MARKETING_CHANNEL_LABELS: Readonly<Record<MarketingChannel, string>> = { email: '이메일', sms: '문자' };

/** By which act a consent was given or withdrawn. */
export const MARKETING_SOURCES = ['sign_up', 'settings', 'closing'] as const;
export type MarketingSource = (typeof MARKETING_SOURCES)[number];
export const MARKETING_SOURCE_LABELS: Readonly<Record<MarketingSource, string>> = {
  sign_up: '가입',
  settings: '알림 설정',
  closing: '탈퇴',
};

/** Which rows the administrators' list has: consents that stand, those two years old, every change. */
export const MARKETING_VIEWS = ['standing', 'two_years', 'all'] as const;
export type MarketingView = (typeof MARKETING_VIEWS)[number];

const DAY_MS = 86_400_000;
/** A change is confirmed to the person within this time (정보통신망법 §50⑦). */
export const CONFIRM_WITHIN_MS = 14 * DAY_MS;
/** A consent is confirmed again before each second anniversary (시행령 §62의3). */
const REMIND_EVERY_YEARS = 2;
/** How long before the anniversary: a mail that fails is tried again in time. */
const REMIND_AHEAD_MS = 14 * DAY_MS;

/** Returns how the list names a row. */
export function consentLabel({ is_given }: { is_given: boolean }): string {
  return is_given ? '동의' : '동의 철회';
}

/** Returns the latest moment at which a consent was given whose first reminder is due now. */
export function givenTwoYearsBefore(now: Date): Date {
  const given = new Date(now.getTime() + REMIND_AHEAD_MS);
  given.setUTCFullYear(given.getUTCFullYear() - REMIND_EVERY_YEARS);
  return given;
}

/** Returns when the person is next reminded of a consent: the first reminder after `now`. */
export function nextReminder(givenAt: Date, now: Date): Date {
  const anniversary = new Date(givenAt);
  for (;;) {
    anniversary.setUTCFullYear(anniversary.getUTCFullYear() + REMIND_EVERY_YEARS);
    const reminder = new Date(anniversary.getTime() - REMIND_AHEAD_MS);
    if (reminder > now) return reminder;
  }
}
