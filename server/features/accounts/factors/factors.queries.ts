import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { SECOND_FACTOR_KINDS, type SecondFactorKind } from '#shared/features/accounts/factor-kinds.ts';
import type { Proofs } from '#shared/features/accounts/factor-schemas.ts';
import type { SocialProvider } from '#shared/features/oauth/schemas.ts';
import { getPasswordHash } from '../account/accounts.queries.ts';

/** The factors of an account that count, the oldest first. */
export function listFactors(db: DbOrTrx, userId: number) {
  return db
    .selectFrom('second_factors')
    .select(['id', 'kind', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute();
}

/** The kinds of factors that an account has; empty without a second factor. */
export async function listKinds(db: DbOrTrx, userId: number): Promise<SecondFactorKind[]> {
  const rows = await db
    .selectFrom('second_factors')
    .select('kind')
    .distinct()
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .execute();
  return SECOND_FACTOR_KINDS.filter((kind) => rows.some((row) => row.kind === kind));
}

/** The providers whose logins belong to the account. */
async function listProviders(db: DbOrTrx, userId: number): Promise<SocialProvider[]> {
  const rows = await db
    .selectFrom('social_identities')
    .select('provider')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ provider }) => provider);
}

/** How the owner of the account can prove who they are. */
export async function getProofs(db: DbOrTrx, userId: number): Promise<Proofs> {
  const [passwordHash, factors, providers] = await Promise.all([
    getPasswordHash(db, userId),
    listKinds(db, userId),
    listProviders(db, userId),
  ]);
  return { password: passwordHash !== null, factors, providers };
}

/** The authenticator apps of an account whose codes count. */
export function listTotps(db: DbOrTrx, userId: number) {
  return db
    .selectFrom('second_factors')
    .select(['id', 'secret'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'totp')
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute();
}

/** Marks a time step as used. False when it, or a later one, was used before: a code works once. */
export async function spendStep(db: DbOrTrx, id: number, step: number, now: Date): Promise<boolean> {
  const spent = await db
    .updateTable('second_factors')
    .set({ last_step: step, last_used_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst();
  return spent.numUpdatedRows === 1n;
}

/** Notes that a second factor was given in the session just now. */
export async function stampStepUp(db: DbOrTrx, sessionId: number, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ stepped_up_at: now }).where('id', '=', sessionId).execute();
}

/** Ends the sessions of an account except one, the pushes to their browsers, and logins that wait for a factor. */
export async function endOtherAccess(trx: Trx, userId: number, sessionId: number | undefined): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(sessionId !== undefined, (query) => query.where('id', '<>', sessionId ?? 0))
    .execute();
  await trx
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('session_id', 'is distinct from', sessionId ?? null)
    .execute();
  await trx.deleteFrom('pending_logins').where('user_id', '=', userId).execute();
}
