import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { hashToken } from '#server/lib/tokens.ts';
import type { SocialPerson } from '#shared/features/oauth/schemas.ts';
import { findSocialToken } from './oauth.queries.ts';

/** What a social token and the browser that it was given to are found by. */
export type Presented = { socialToken: string; browserSecret: string | undefined };

/** @throws AppError SOCIAL_TOKEN_INVALID for a browser without a secret: none was given to it. */
export function socialTokenKey({ socialToken, browserSecret }: Presented) {
  if (browserSecret === undefined) throw new AppError('SOCIAL_TOKEN_INVALID');
  return { token_hash: hashToken(socialToken), browser_hash: hashToken(browserSecret) };
}

/**
 * The person that a social token stands for; the token stays good (spec §4).
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
