import { sql } from 'kysely';
import { SAMPLE_CATALOGUE } from '#content/sample-catalogue.ts';
import type { Config } from '#server/config.ts';
import { hashPassword } from '#server/lib/password-hash.ts';
import { newToken } from '#server/lib/tokens.ts';
import { ADVISORY_LOCKS } from './locks/advisory-locks.ts';
import { type Db, type Trx, transaction } from './transaction.ts';

/** The administrator's password if this start generated one: shown once and not stored. */
export type Seeded = { adminPassword: string | undefined };

async function insertSampleCatalogue(trx: Trx): Promise<void> {
  await trx
    .insertInto('services')
    .values(
      SAMPLE_CATALOGUE.map(({ requiresAuth, requiresSoldier, price, description, ...service }) => ({
        ...service,
        price: JSON.stringify(price),
        description: JSON.stringify(description),
        requires_auth: requiresAuth,
        requires_soldier: requiresSoldier,
      })),
    )
    .execute();
  // The sample's ids are fixed; new services continue after them.
  await sql`select setval(pg_get_serial_sequence('services', 'id'), (select max(id) from services))`.execute(trx);
}

async function hasServices(trx: Trx): Promise<boolean> {
  return (await trx.selectFrom('services').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function hasAdministrator(trx: Trx): Promise<boolean> {
  const admin = trx.selectFrom('users').select('id').where('role', '=', 'admin').limit(1);
  return (await admin.executeTakeFirst()) !== undefined;
}

/**
 * Creates the first administrator and, if configured, the sample catalogue. Does nothing on a
 * database that has them.
 */
export async function seed(db: Db, config: Config): Promise<Seeded> {
  return transaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.seed})`.execute(trx);
    if (config.seedSample && !(await hasServices(trx))) await insertSampleCatalogue(trx);
    if (await hasAdministrator(trx)) return { adminPassword: undefined };
    const generated = config.adminPassword === undefined ? newToken().slice(0, 16) : undefined;
    const password_hash = await hashPassword(config.adminPassword ?? generated ?? newToken());
    const { id } = await trx
      .insertInto('users')
      .values({ user_id: config.adminUserId, password_hash, fullname: '관리자', role: 'admin' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.insertInto('user_permissions').values({ user_id: id, permission: 'owner' }).execute();
    return { adminPassword: generated };
  });
}
