import type { Db, DbOrTrx, Trx } from '#server/db/transaction.ts';
import { consume, giveBack, type Limit, tryConsume } from '#server/lib/limits/consume.ts';
import { DAY_MS, HOUR_MS } from '#server/lib/time.ts';
import { hashToken } from '#server/lib/tokens.ts';
import { type PhoneChannel, smsForNotices } from '#shared/rules/notices/notices.ts';

/** All kinds of messages and codes, by both channels (contract §7). */
const PER_NUMBER: Limit = { name: 'message-number', points: 10, windowMs: DAY_MS };
/** Those that other customers cause: the owner of the number keeps the others for codes and notices. */
const PER_INVITED_NUMBER: Limit = { name: 'message-invited', points: 5, windowMs: DAY_MS };
const PER_ACCOUNT: Limit = { name: 'message-account', points: 20, windowMs: DAY_MS };
const SHOP = 'shop';

/** A message to the phone of an account. */
export type CountedMessage = { channel: PhoneChannel; phone: string; userId: number };

/** The messages of the whole shop in an hour by one channel (`SMS_HOURLY_LIMIT`). */
function perHour(channel: PhoneChannel, points: number): Limit {
  return { name: channel, points, windowMs: HOUR_MS };
}

/** The SMS of an hour that are no codes: a share of the hour is kept for codes. */
function noticesPerHour(messagesPerHour: number): Limit {
  return { name: 'sms-notices', points: smsForNotices(messagesPerHour), windowMs: HOUR_MS };
}

/** A phone number as part of a key, not readable. */
function numberKey(phone: string): string {
  return hashToken(phone).toString('base64url');
}

/** The counters of a notice, in the order in which all callers count. */
function countersOf({ channel, phone, userId }: CountedMessage, messagesPerHour: number) {
  return [
    { limit: PER_NUMBER, key: numberKey(phone), until: 'day' },
    { limit: PER_ACCOUNT, key: String(userId), until: 'day' },
    ...(channel === 'sms' ? ([{ limit: noticesPerHour(messagesPerHour), key: SHOP, until: 'hour' }] as const) : []),
    { limit: perHour(channel, messagesPerHour), key: SHOP, until: 'hour' },
  ] as const;
}

/**
 * Counts a notice to a phone. Returns which limit is reached, of the number's and account's day or of the
 * shop's hour; then nothing is counted. Undefined when it may be sent.
 */
export async function takeMessage(
  db: Db,
  message: CountedMessage,
  messagesPerHour: number,
): Promise<'hour' | 'day' | undefined> {
  const counters = countersOf(message, messagesPerHour);
  for (const [at, { limit, key, until }] of counters.entries()) {
    if (await tryConsume(db, limit, key)) continue;
    for (const counted of counters.slice(0, at + 1)) await giveBack(db, counted.limit, counted.key);
    return until;
  }
  return undefined;
}

/** Takes the count of a notice back that the provider did not take. */
export async function giveMessageBack(db: DbOrTrx, message: CountedMessage): Promise<void> {
  for (const { limit, key } of countersOf(message, 0)) await giveBack(db, limit, key);
}

/**
 * Counts the SMS of a code in the transaction that stores it, so that a code that is not stored
 * takes nothing.
 * @throws AppError TOO_MANY_REQUESTS for the number, the account or the shop
 */
export async function consumeCodeMessage(
  trx: Trx,
  { phone, userId }: { phone: string; userId: number },
  smsPerHour: number,
): Promise<void> {
  await consume(trx, PER_NUMBER, numberKey(phone));
  await consume(trx, PER_ACCOUNT, String(userId));
  await consume(trx, perHour('sms', smsPerHour), SHOP);
}

/**
 * Counts an SMS that a customer causes to another person, in the transaction of its cause. Leaves the
 * share of codes alone.
 * @throws AppError TOO_MANY_REQUESTS for the number, the account or the shop
 */
export async function consumeInvitationMessage(
  trx: Trx,
  { phone, userId }: { phone: string; userId: number },
  smsPerHour: number,
): Promise<void> {
  await consume(trx, PER_INVITED_NUMBER, numberKey(phone));
  await consume(trx, PER_NUMBER, numberKey(phone));
  await consume(trx, PER_ACCOUNT, String(userId));
  await consume(trx, noticesPerHour(smsPerHour), SHOP);
  await consume(trx, perHour('sms', smsPerHour), SHOP);
}

/** The rows of `rate_limits` that count the shop's messages of an hour, with the points of each. */
export function shopCounters(messagesPerHour: number): { key: string; points: number }[] {
  const limits = [perHour('sms', messagesPerHour), noticesPerHour(messagesPerHour), perHour('kakao', messagesPerHour)];
  return limits.map(({ name, points }) => ({ key: `${name}:${SHOP}`, points }));
}
