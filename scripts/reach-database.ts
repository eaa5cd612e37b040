import type { ClientConfig } from 'pg';
import { type Config, ConfigError } from '../server/config.ts';
import { DataDirInUse } from '../server/db/embedded/data-lock.ts';
import { hasDatabase } from '../server/db/embedded/places.ts';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts';

/**
 * Connects a command to the shop's database: the server of DATABASE_URL, or the embedded one, which
 * is started for the command if the shop does not run it already. Creates it if missing, unless
 * `mustExist`. `asOwner` connects as the role that migrates, where there is one.
 * @throws ConfigError if it must exist and does not
 */
export async function reachDatabase(
  config: Config,
  { mustExist = false, asOwner = false } = {},
): Promise<{ connection: ClientConfig; leave: () => Promise<void> }> {
  const url = (asOwner ? config.databaseMigrationUrl : undefined) ?? config.databaseUrl;
  if (url) return { connection: { connectionString: url }, leave: async () => {} };
  if (mustExist && !hasDatabase(config.dataDir))
    throw new ConfigError([`DATABASE_URL: is not set, and there is no embedded database in ${config.dataDir}`]);
  try {
    const { connection, stop } = await startEmbeddedPostgres(config.dataDir);
    return { connection, leave: stop };
  } catch (error) {
    const connection = error instanceof DataDirInUse ? runningEmbeddedPostgres(config.dataDir) : undefined;
    if (!connection) throw error;
    return { connection, leave: async () => {} };
  }
}
