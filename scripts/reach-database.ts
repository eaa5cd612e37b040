import type { ClientConfig } from 'pg';
import type { Config } from '../server/config.ts';
import { DataDirInUse } from '../server/db/embedded/data-lock.ts';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts';

/**
 * How a command reaches the shop's database: the server of DATABASE_URL, or the embedded one, which is started for as long as the
 * command runs where the shop does not run it already.
 */
export async function reachDatabase(config: Config): Promise<{ connection: ClientConfig; leave: () => Promise<void> }> {
  if (config.databaseUrl) return { connection: { connectionString: config.databaseUrl }, leave: async () => {} };
  try {
    const { connection, stop } = await startEmbeddedPostgres(config.dataDir);
    return { connection, leave: stop };
  } catch (error) {
    const connection = error instanceof DataDirInUse ? runningEmbeddedPostgres(config.dataDir) : undefined;
    if (!connection) throw error;
    return { connection, leave: async () => {} };
  }
}
