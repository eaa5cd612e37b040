import type { ClientConfig, Pool } from 'pg';
import type { Config } from '#server/config.ts';
import { type OpenDatabase, openDatabase } from './connection.ts';
import { type MigrateOptions, MigrationError, migrate } from './migrate.ts';
import { grantServing, ownsAuditLog } from './serving-role.ts';
import { reaching } from './unreachable.ts';

type PrepareOptions = {
  /** Of the role that serves. */
  database: Pick<OpenDatabase, 'pool' | 'connection'>;
  config: Pick<Config, 'databaseMigrationUrl' | 'databaseDirectUrl'>;
  onApplied?: (applied: { migration: string; ms: number }) => void;
};

type Place = { database: string; role: string };

async function placeOf(pool: Pool): Promise<Place> {
  const client = await reaching(() => pool.connect());
  try {
    const { rows } = await client.query<Place>('select current_database() as database, current_user as role');
    if (!rows[0]) throw new Error('a select without a table gives one row');
    return rows[0];
  } finally {
    client.release();
  }
}

function openOwner(connection: ClientConfig): OpenDatabase {
  return openDatabase({ connection, poolSize: 2, applicationName: 'shop migrations' });
}

/** Migrates past a pooler: the lock of the migrations belongs to a session. */
async function migrateAsServing({ database, config }: PrepareOptions, options: MigrateOptions): Promise<void> {
  if (config.databaseDirectUrl === undefined) return migrate(database.pool, options);
  const direct = openOwner(database.connection);
  try {
    await migrate(direct.pool, options);
  } finally {
    await direct.close();
  }
}

/**
 * Migrates the database as its owner, and gives the serving role its rights. Returns whether the
 * serving role could change the audit log, because it is the owner or a superuser.
 * @throws MigrationError; DatabaseUnreachable
 */
export async function prepareDatabase(prepare: PrepareOptions): Promise<{ owns: boolean }> {
  const { database, config, onApplied } = prepare;
  const options = onApplied ? { onApplied } : {};
  if (config.databaseMigrationUrl === undefined) {
    await migrateAsServing(prepare, options);
    return { owns: true };
  }
  const serving = await placeOf(database.pool);
  const owner = openOwner({ connectionString: config.databaseMigrationUrl });
  try {
    const owned = await placeOf(owner.pool);
    if (owned.database !== serving.database) {
      throw new MigrationError(
        `DATABASE_MIGRATION_URL names the database "${owned.database}", DATABASE_URL the database "${serving.database}"`,
      );
    }
    await migrate(owner.pool, options);
    const owns = await ownsAuditLog(database.pool);
    // Its rights are not taken from an owner: it would have nothing left to migrate with.
    if (!owns) await grantServing(owner.pool, serving.role);
    return { owns };
  } finally {
    await owner.close();
  }
}
