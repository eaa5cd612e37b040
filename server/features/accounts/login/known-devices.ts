import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { DEVICE_MS } from '#server/http/device-cookie.ts';
import { sameEmail } from '../same-email.ts';

/** No browser is known to the account any more, except the given one. */
export async function forgetDevices(trx: Trx, userId: number, except?: Buffer): Promise<void> {
  const all = trx.deleteFrom('known_devices').where('known_devices.user_id', '=', userId);
  await (except ? all.where('known_devices.token_hash', '<>', except) : all).execute();
}

/** Browsers that are known to an account at the same time. */
const MAX_DEVICES = 50;

/**
 * Notes that the browser logged in to the account, for 90 days; beyond the maximum, the one that
 * logged in longest ago is forgotten. Returns whether it was not known before.
 */
export async function rememberDevice(trx: Trx, userId: number, device: Buffer, now: Date): Promise<boolean> {
  const expires_at = new Date(now.getTime() + DEVICE_MS);
  const row = await trx
    .insertInto('known_devices')
    .values({ user_id: userId, token_hash: device, created_at: now, expires_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'token_hash']).doUpdateSet({ expires_at }))
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirstOrThrow();
  if (row.is_new) {
    const oldest = trx
      .selectFrom('known_devices')
      .select('known_devices.token_hash')
      .where('known_devices.user_id', '=', userId)
      .orderBy('known_devices.expires_at', 'desc')
      .offset(MAX_DEVICES);
    await trx.deleteFrom('known_devices').where('user_id', '=', userId).where('token_hash', 'in', oldest).execute();
  }
  return row.is_new;
}

export async function isKnownDevice(db: DbOrTrx, userId: number, device: Buffer, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('known_devices')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('token_hash', '=', device)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns whether the browser is known to an account that recovery by this address finds. */
export async function isKnownByEmail(db: DbOrTrx, device: Buffer, email: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('users.id')
    .where('known_devices.token_hash', '=', device)
    .where('known_devices.expires_at', '>', now)
    .where((eb) => eb.or([sameEmail('users.email', email), sameEmail('users.recovery_email', email)]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
