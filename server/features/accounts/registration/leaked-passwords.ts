import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { SECOND_MS } from '#server/lib/time.ts';

/** A person waits for the answer. */
const DEADLINE_MS = 2 * SECOND_MS;
/** Characters of the hash that are sent: some hundred leaked passwords share them. */
const PREFIX_LENGTH = 5;

/** Tells whether a password is known from a leak; false where that cannot be found out. */
export type LeakCheck = (password: string) => Promise<boolean>;

/** Returns whether the answer, lines of `REST_OF_HASH:COUNT`, lists the hash. Padding has the count 0. */
function lists(answer: string, rest: string): boolean {
  return answer.split(/\r?\n/).some((line) => {
    const [listed, count] = line.split(':');
    return listed === rest && Number(count) > 0;
  });
}

/**
 * Creates a check by the range protocol of Have I Been Pwned: only the beginning of the password's
 * SHA-1 leaves the shop. A failure is logged and lets the password pass, so that an outage of
 * another service closes no account. Without a URL no password is leaked.
 */
export function createLeakCheck(
  { url, log }: { url: string | undefined; log: FastifyBaseLogger },
  deadlineMs = DEADLINE_MS,
): LeakCheck {
  return async (password) => {
    if (url === undefined) return false;
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const response = await fetch(`${url}/${hash.slice(0, PREFIX_LENGTH)}`, {
        // Answers of one length, so that it does not tell the range.
        headers: { 'add-padding': 'true' },
        redirect: 'error',
        signal: AbortSignal.timeout(deadlineMs),
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return lists(await response.text(), hash.slice(PREFIX_LENGTH));
    } catch (error) {
      log.warn({ err: error }, 'leaked passwords could not be looked up');
      return false;
    }
  };
}
