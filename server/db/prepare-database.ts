import type { Pool } from 'pg';
import type { Config } from '#server/config.ts';
import { type OpenDatabase, openDatabase } from './connection.ts';
import { MigrationError, migrate } from './migrate.ts';
import { requireSessions } from './require-sessions.ts';
import { grantServing, ownsAuditLog } from './serving-role.ts';
import { reaching } from './unreachable.ts';

type PrepareOptions = {
  /** Of the role that serves. */
  database: Pick<OpenDatabase, 'pool'>;
  config: Pick<Config, 'databaseMigrationUrl'>;
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

/**
 * Migrates the database as its owner, and gives the serving role its rights. Returns whether the
 * serving role could change the audit log, because it is the owner or a superuser.
 * @throws MigrationError; ConfigError; DatabaseUnreachable
 */
export async function prepareDatabase({ database, config, onApplied }: PrepareOptions): Promise<{ owns: boolean }> {
  const options = onApplied ? { onApplied } : {};
  if (config.databaseMigrationUrl === undefined) {
    await migrate(database.pool, options);
    return { owns: true };
  }
  const serving = await placeOf(database.pool);
  await requireSessions('DATABASE_MIGRATION_URL', config.databaseMigrationUrl);
  const owner = openDatabase({
    connection: { connectionString: config.databaseMigrationUrl },
    poolSize: 2,
    applicationName: 'shop migrations',
  });
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
