import type { Selectable } from 'kysely';
import type { PasskeyChallengesTable } from '#server/db/tables.ts';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import { newToken } from '#server/lib/tokens.ts';

/** How long the browser may take to ask the person; the browser gets it as well. */
export const CHALLENGE_MS = 5 * MINUTE_MS;

/** Who may answer a challenge: an account, for one purpose, in the browser that asked for it. */
export type ChallengeUse = {
  userId: number;
  purpose: Selectable<PasskeyChallengesTable>['purpose'];
  /** Hash of the token of the session or of the login that waits. */
  boundTo: Buffer;
};

/** Makes a challenge; the one before it for the same use ends. */
export async function newChallenge(
  db: DbOrTrx,
  { userId, purpose, boundTo }: ChallengeUse,
  now: Date,
): Promise<string> {
  const challenge = newToken();
  await db
    .deleteFrom('passkey_challenges')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('bound_to', '=', boundTo)
    .execute();
  const expires_at = new Date(now.getTime() + CHALLENGE_MS);
  await db
    .insertInto('passkey_challenges')
    .values({ challenge, user_id: userId, purpose, bound_to: boundTo, expires_at })
    .execute();
  return challenge;
}

/** The challenge that the browser says it answered. */
function challengeOf(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    const isNamed = typeof data === 'object' && data !== null && 'challenge' in data;
    return isNamed && typeof data.challenge === 'string' ? data.challenge : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Uses up the challenge that an answer names, before the answer is verified: each one is verified
 * once at most. Undefined when it is not a live challenge for this use.
 */
export async function takeChallenge(
  db: DbOrTrx,
  { userId, purpose, boundTo }: ChallengeUse,
  clientDataJSON: string,
  now: Date,
): Promise<string | undefined> {
  const challenge = challengeOf(clientDataJSON);
  if (challenge === undefined) return undefined;
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('bound_to', '=', boundTo)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return taken.numDeletedRows === 1n ? challenge : undefined;
}
