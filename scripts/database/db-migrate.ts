/**
 * `npm run db:migrate`: migrates the database of DATABASE_URL and gives the serving role its
 * rights, as each start does, and ends. With it processes can start without DATABASE_MIGRATION_URL.
 */
import { ConfigError, loadConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db/connection.ts';
import { prepareDatabase } from '../../server/db/prepare-database.ts';
import { requireSessions } from '../../server/db/require-sessions.ts';
import { runCommand } from '../run-command.ts';

await runCommand(async () => {
  const config = loadConfig();
  const { databaseUrl } = config;
  if (databaseUrl === undefined) {
    throw new ConfigError(['DATABASE_URL: is not set; the embedded database is migrated by the start']);
  }
  await requireSessions('DATABASE_URL', databaseUrl);
  const database = openDatabase({
    connection: { connectionString: databaseUrl },
    poolSize: 2,
    applicationName: 'shop migrations',
  });
  try {
    await prepareDatabase({
      database,
      config,
      onApplied: ({ migration, ms }) => console.log(`${migration} applied in ${ms} ms`),
    });
    console.log('the database has the schema of this program');
  } finally {
    await database.close();
  }
});
