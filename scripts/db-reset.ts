/**
 * `npm run db:reset`: deletes the embedded database of DATA_DIR; the next start creates a new one.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, loadConfig } from '../server/config.ts';
import { lockDataDir } from '../server/db/embedded/data-lock.ts';
import { STAGING_NOTE } from '../server/db/embedded/places.ts';
import { runCommand } from './run-command.ts';

await runCommand(async () => {
  const { databaseUrl, dataDir } = loadConfig();
  if (databaseUrl)
    throw new ConfigError(['DATABASE_URL: is set; only the embedded database can be thrown away by this command']);
  if (existsSync(dataDir)) {
    // Fails if a running shop uses it.
    const lock = await lockDataDir(dataDir);
    const note = join(dataDir, STAGING_NOTE);
    if (existsSync(note)) rmSync(readFileSync(note, 'utf8').trim(), { recursive: true, force: true });
    for (const name of ['postgres', 'postgres-password', 'postgres.log', STAGING_NOTE]) {
      rmSync(join(dataDir, name), { recursive: true, force: true });
    }
    lock.release();
  }
  console.log(`The database in ${dataDir} is gone; npm start makes a new one.`);
});
