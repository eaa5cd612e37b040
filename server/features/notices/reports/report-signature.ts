import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';

/** How old a signed report may be (contract §7). */
export const MAX_AGE_MS = 5 * MINUTE_MS;

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

type Signed = { signature: string | undefined; timestamp: string | undefined; body: string };

/** Seconds or milliseconds since 1970, or ISO 8601: the provider's documents name no form. */
function timeOf(timestamp: string): number {
  if (/^\d{10}$/.test(timestamp)) return Number(timestamp) * SECOND_MS;
  if (/^\d{13}$/.test(timestamp)) return Number(timestamp);
  return Date.parse(timestamp);
}

/**
 * The signature of a report of the 알림톡 provider, in hex; undefined where it is wrong or older than
 * five minutes.
 */
export function alimtalkSignature(
  secret: string,
  { signature, timestamp, body }: Signed,
  now: Date,
): string | undefined {
  if (signature === undefined || timestamp === undefined) return undefined;
  const ageMs = Math.abs(now.getTime() - timeOf(timestamp));
  if (Number.isNaN(ageMs) || ageMs > MAX_AGE_MS) return undefined;
  const expected = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return isEqual(signature.replace(/^sha256=/, ''), expected) ? expected : undefined;
}

/** Returns whether a report of Solapi carries the fixed token made of the secret. It does not cover the body. */
export function isSolapiReportKnown(secret: string, token: string | undefined): boolean {
  return token !== undefined && isEqual(token.toLowerCase(), createHash('sha1').update(secret).digest('hex'));
}
