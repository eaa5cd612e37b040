/** Events that a customer is notified of (contract §7). */
export const NOTICE_KINDS = [
  'paid',
  'virtual_account',
  'contacted',
  'work_started',
  'step_done',
  'reply_waiting',
  'refunded',
  'new_device_login',
  'callback_reminder',
  'callback_booked',
  'questions_open',
  'paper_requested',
  'paper_returned',
  'letter_ready',
  'deadline_near',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const NOTICE_CHANNELS = ['email', 'kakao', 'sms'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** Channels to a phone, by a provider. */
export type PhoneChannel = Exclude<NoticeChannel, 'email'>;

/**
 * - queued: not sent yet
 * - sent: the provider has accepted it
 * - replaced: sent by another channel instead
 */
export const NOTICE_STATES = ['queued', 'sent', 'delivered', 'failed', 'replaced'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

export type NoticeChannels = Readonly<Record<NoticeChannel, boolean>>;

/** Creates a record with a value for every kind. */
export function forEveryKind<T>(of: (kind: NoticeKind) => T): Record<NoticeKind, T> {
  return {
    paid: of('paid'),
    virtual_account: of('virtual_account'),
    contacted: of('contacted'),
    work_started: of('work_started'),
    step_done: of('step_done'),
    reply_waiting: of('reply_waiting'),
    refunded: of('refunded'),
    new_device_login: of('new_device_login'),
    callback_reminder: of('callback_reminder'),
    callback_booked: of('callback_booked'),
    questions_open: of('questions_open'),
    paper_requested: of('paper_requested'),
    paper_returned: of('paper_returned'),
    letter_ready: of('letter_ready'),
    deadline_near: of('deadline_near'),
  };
}

/** Mails about money are receipts: they cannot be switched off. */
export const FIXED_MAILS: readonly NoticeKind[] = ['paid', 'virtual_account', 'refunded'];
/** Other mails that a new account receives. */
export const MAILED_BY_DEFAULT: readonly NoticeKind[] = ['reply_waiting', 'new_device_login'];
/** Kinds that are not sent to a phone at night. */
const HELD_AT_NIGHT: readonly NoticeKind[] = [
  'contacted',
  'work_started',
  'step_done',
  'reply_waiting',
  'callback_booked',
  'questions_open',
  'paper_requested',
  'paper_returned',
  'letter_ready',
  'deadline_near',
];

/** Returns the default channels of a kind. */
export function defaultChannels(kind: NoticeKind): NoticeChannels {
  return { email: FIXED_MAILS.includes(kind) || MAILED_BY_DEFAULT.includes(kind), kakao: true, sms: true };
}

/** Returns whether a setting cannot be switched off. Administrators also keep the mail about a new device. */
export function isFixed(kind: NoticeKind, channel: NoticeChannel, role: 'user' | 'admin'): boolean {
  if (channel !== 'email') return false;
  return FIXED_MAILS.includes(kind) || (kind === 'new_device_login' && role === 'admin');
}

/** Returns whether a number can receive text messages: a Korean mobile number. Digits only. */
export function isMobile(phone: string): boolean {
  return /^01[016-9]\d{7,8}$/.test(phone);
}

/** Channels by which a person can be reached now. */
export type Reach = {
  channels: NoticeChannels;
  /** Channels that are set up in this shop; KakaoTalk needs an approved template for the kind. */
  available: Readonly<Record<PhoneChannel, boolean>>;
  isPhoneUsable: boolean;
  hasEmail: boolean;
};

/**
 * Returns the channels of a notice: KakaoTalk, or SMS where KakaoTalk is not wanted or not
 * possible, and mail where it is wanted, fixed, or the only one left (contract §7).
 */
export function planChannels(
  kind: NoticeKind,
  { channels, available, isPhoneUsable, hasEmail }: Reach,
): NoticeChannel[] {
  const phone = isPhoneUsable && phoneChannel(channels, available);
  const isMailed = hasEmail && (channels.email || FIXED_MAILS.includes(kind) || !phone);
  return [...(phone ? [phone] : []), ...(isMailed ? (['email'] as const) : [])];
}

function phoneChannel(channels: NoticeChannels, available: Reach['available']): PhoneChannel | undefined {
  if (channels.kakao && available.kakao) return 'kakao';
  return channels.sms && available.sms ? 'sms' : undefined;
}

/** Returns the fallback channel after a failed one; undefined when none is left. */
export function nextChannel(failed: PhoneChannel, { channels, available, hasEmail }: Reach): NoticeChannel | undefined {
  if (failed === 'kakao' && channels.sms && available.sms) return 'sms';
  return hasEmail ? 'email' : undefined;
}

/** One of so many SMS of an hour is kept for codes. */
const CODES_SHARE = 5;

/** Returns how many SMS of an hour may be notices, so that codes can be sent at any time. */
export function smsForNotices(smsPerHour: number): number {
  return smsPerHour - Math.floor(smsPerHour / CODES_SHARE);
}

/** Kinds that a customer causes without paying. */
const CAUSED_WITHOUT_PAYMENT: readonly NoticeKind[] = ['virtual_account', 'new_device_login', 'callback_reminder'];

export function isCausedWithoutPayment(kind: NoticeKind): boolean {
  return CAUSED_WITHOUT_PAYMENT.includes(kind);
}

/**
 * Returns whether staff must look after a notice that failed. Anyone can enter a number that does not exist and cause
 * such notices, so they raise no alarm before the number is proven.
 */
export function failureNeedsAttention(kind: NoticeKind, isPhoneVerified: boolean): boolean {
  return isPhoneVerified || !isCausedWithoutPayment(kind);
}

/** Returns whether a number may receive notices of the kind: a warning of a login needs a proven one. */
export function mayReceive(kind: NoticeKind, phone: { digits: string; isVerified: boolean }): boolean {
  return isMobile(phone.digits) && (phone.isVerified || kind !== 'new_device_login');
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Korea has no daylight saving time. */
const KOREA_OFFSET_MS = 9 * HOUR_MS;
const NIGHT_FROM_HOUR = 21;
const NIGHT_TO_HOUR = 8;

/** Returns whether it is night in Korea: from 21:00 to 08:00 only what cannot wait is sent to phones (contract §7). */
export function isNight(now: Date): boolean {
  const sinceMidnight = (now.getTime() + KOREA_OFFSET_MS) % DAY_MS;
  return sinceMidnight >= NIGHT_FROM_HOUR * HOUR_MS || sinceMidnight < NIGHT_TO_HOUR * HOUR_MS;
}

/**
 * Returns when a notice may be sent to a phone: now, or at 08:00 in Korea for the kinds that wait
 * at night.
 */
export function sendableAt(kind: NoticeKind, now: Date): Date {
  if (!HELD_AT_NIGHT.includes(kind) || !isNight(now)) return now;
  const inKorea = now.getTime() + KOREA_OFFSET_MS;
  const sinceMidnight = inKorea % DAY_MS;
  const midnight = inKorea - sinceMidnight + (sinceMidnight >= NIGHT_FROM_HOUR * HOUR_MS ? DAY_MS : 0);
  return new Date(midnight + NIGHT_TO_HOUR * HOUR_MS - KOREA_OFFSET_MS);
}

/** Returns whether an unsent notice is outdated: a reminder of something that has begun. */
export function isTooLate(kind: NoticeKind, expiresAt: string | null | undefined, now: Date): boolean {
  return kind === 'callback_reminder' && expiresAt != null && new Date(expiresAt) <= now;
}
