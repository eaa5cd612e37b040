/**
 * `npm run db:backup [-- FOLDER]`: copies the whole database into a new folder, also while the shop
 * runs. The default is a folder named after the time, under `backups` in DATA_DIR.
 */
import { join, resolve } from 'node:path';
import { ConfigError, loadConfig } from '../server/config.ts';
import { makeBackup } from '../server/db/backup/make-backup.ts';
import { noteBackup } from '../server/db/backup/note-backup.ts';
import { systemClock } from '../server/lib/clock.ts';
import { BACKUP_KEY_FORMATS } from '../server/lib/keys/backup-key-format.ts';
import { backupCipherOf } from './backup-cipher.ts';
import { printFilesElsewhere } from './files/print-files-elsewhere.ts';
import { reachDatabase } from './reach-database.ts';
import { runCommand } from './run-command.ts';

await runCommand(async () => {
  const config = loadConfig();
  const cipher = await backupCipherOf(config);
  if (!cipher && config.mode === 'production') {
    throw new ConfigError([`BACKUP_KEY: missing; ${BACKUP_KEY_FORMATS}: production writes no copy unencrypted`]);
  }
  const now = systemClock.now();
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const folder = resolve(process.argv[2] ?? join(config.dataDir, 'backups', stamp));
  const { connection, leave } = await reachDatabase(config, { mustExist: true });
  try {
    const { tables } = await makeBackup(connection, { folder, madeAt: now, cipher });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`${tables.length} tables with ${rows} rows are in ${folder}${cipher ? ', encrypted' : ''}`);
    await noteBackup(connection, now).catch((error: unknown) => {
      // The copy is there all the same: a standby or an older schema cannot note it.
      console.error(`not noted for the administration: ${error instanceof Error ? error.message : error}`);
    });
    await printFilesElsewhere(connection);
  } finally {
    await leave();
  }
});
