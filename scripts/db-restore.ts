/**
 * `npm run db:restore -- FOLDER`: loads what `npm run db:backup` made into a new, empty database,
 * and checks that all of it arrived.
 */
import { resolve } from 'node:path';
import { loadConfig } from '../server/config.ts';
import { BackupError } from '../server/db/backup/backup-files.ts';
import { restoreBackup } from '../server/db/backup/restore-backup.ts';
import { backupCipherOf } from './backup-cipher.ts';
import { printFilesElsewhere } from './files/print-files-elsewhere.ts';
import { reachDatabase } from './reach-database.ts';
import { runCommand } from './run-command.ts';

await runCommand(async () => {
  const folder = process.argv[2];
  if (!folder) throw new BackupError('which backup? npm run db:restore -- FOLDER');
  const config = loadConfig();
  const cipher = await backupCipherOf(config);
  const { connection, leave } = await reachDatabase(config, { asOwner: true });
  try {
    const { made_at, tables } = await restoreBackup(connection, { folder: resolve(folder), cipher });
    for (const { name, rows } of tables) console.log(`${String(rows).padStart(9)}  ${name}`);
    console.log(`The database is again as it was at ${made_at}.`);
    await printFilesElsewhere(connection);
  } finally {
    await leave();
  }
});
