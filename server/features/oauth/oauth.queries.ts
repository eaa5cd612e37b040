import type { Selectable } from 'kysely';
import type { SocialLoginAttemptsTable, SocialTokensTable } from '#server/db/tables.ts';
import type { Db, DbOrTrx, Trx } from '#server/db/transaction.ts';
import type { SocialProvider } from '#shared/features/oauth/schemas.ts';

type Attempt = Selectable<SocialLoginAttemptsTable>;
type SocialToken = Selectable<SocialTokensTable>;

export async function insertAttempt(db: Db, attempt: Attempt): Promise<void> {
  await db.insertInto('social_login_attempts').values(attempt).execute();
}

type AttemptKey = Pick<Attempt, 'state_hash' | 'browser_hash' | 'provider'>;

/**
 * Deletes and returns the attempt, so that of two callbacks with one state one finds it. Keeps
 * another browser's attempt.
 */
export function takeAttempt(db: Db, { state_hash, browser_hash, provider }: AttemptKey, now: Date) {
  return db
    .deleteFrom('social_login_attempts')
    .where('state_hash', '=', state_hash)
    .where('browser_hash', '=', browser_hash)
    .where('provider', '=', provider)
    .where('expires_at', '>', now)
    .returning(['code_verifier', 'nonce', 'return_to'])
    .executeTakeFirst();
}

/** Finds the account of an identity by its subject only, never by its e-mail address. */
export async function findIdentity(
  db: DbOrTrx,
  provider: SocialProvider,
  subject: string,
): Promise<number | undefined> {
  const found = await db
    .selectFrom('social_identities')
    .select('social_identities.user_id')
    .where('social_identities.provider', '=', provider)
    .where('social_identities.subject', '=', subject)
    .executeTakeFirst();
  return found?.user_id;
}

/** Returns false when the identity has an account already. */
export async function insertIdentity(
  trx: Trx,
  identity: { provider: SocialProvider; subject: string; user_id: number },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('social_identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .returning('social_identities.user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function insertSocialToken(db: Db, token: SocialToken): Promise<void> {
  await db.insertInto('social_tokens').values(token).execute();
}

type TokenKey = Pick<SocialToken, 'token_hash' | 'browser_hash'>;

export function findSocialToken(db: Db, { token_hash, browser_hash }: TokenKey, now: Date) {
  return db
    .selectFrom('social_tokens')
    .select(['social_tokens.provider', 'social_tokens.fullname', 'social_tokens.email'])
    .where('social_tokens.token_hash', '=', token_hash)
    .where('social_tokens.browser_hash', '=', browser_hash)
    .where('social_tokens.expires_at', '>', now)
    .executeTakeFirst();
}

/**
 * Uses up the token; of two concurrent uses, the second waits for the first and finds nothing if
 * that one committed.
 */
export function takeSocialToken(trx: Trx, { token_hash, browser_hash }: TokenKey, now: Date) {
  return trx
    .deleteFrom('social_tokens')
    .where('token_hash', '=', token_hash)
    .where('browser_hash', '=', browser_hash)
    .where('expires_at', '>', now)
    .returning(['provider', 'subject', 'fullname', 'email'])
    .executeTakeFirst();
}
