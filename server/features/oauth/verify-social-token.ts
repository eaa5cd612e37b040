import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { hashToken } from '#server/lib/tokens.ts';
import type { SocialPerson } from '#shared/features/oauth/schemas.ts';
import { findSocialToken } from './oauth.queries.ts';

/** Hashes of a social token and its browser's secret. */
export type Presented = { socialToken: string; browserSecret: string | undefined };

/** @throws AppError SOCIAL_TOKEN_INVALID for a browser without a secret */
export function socialTokenKey({ socialToken, browserSecret }: Presented) {
  if (browserSecret === undefined) throw new AppError('SOCIAL_TOKEN_INVALID');
  return { token_hash: hashToken(socialToken), browser_hash: hashToken(browserSecret) };
}

/**
 * Returns the profile of a social token, which stays valid (spec §4).
 * @throws AppError SOCIAL_TOKEN_INVALID when it is unknown, used, expired or another browser's
 */
export async function verifySocialToken(
  { db, clock }: { db: Db; clock: Clock },
  presented: Presented,
): Promise<SocialPerson> {
  const person = await findSocialToken(db, socialTokenKey(presented), clock.now());
  if (!person) throw new AppError('SOCIAL_TOKEN_INVALID');
  return person;
}
