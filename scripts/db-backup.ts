/**
 * `npm run db:backup [-- FOLDER]`: copies the whole database into a new folder, also while the shop
 * runs. The default is a folder named after the time, under `backups` in DATA_DIR.
 */
import { join, resolve } from 'node:path';
import { loadConfig } from '../server/config.ts';
import { makeBackup } from '../server/db/backup/make-backup.ts';
import { systemClock } from '../server/lib/clock.ts';
import { reachDatabase } from './reach-database.ts';
import { runCommand } from './run-command.ts';

await runCommand(async () => {
  const config = loadConfig();
  const now = systemClock.now();
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const folder = resolve(process.argv[2] ?? join(config.dataDir, 'backups', stamp));
  const { connection, leave } = await reachDatabase(config, { mustExist: true });
  try {
    const { tables } = await makeBackup(connection, folder, now);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`${tables.length} tables with ${rows} rows are in ${folder}`);
  } finally {
    await leave();
  }
});
