/**
 * `npm run accounts:close -- 12 15`: closes the accounts with these numbers again, which a restored
 * database has open. Runs beside the shop.
 */
import { closeAgain } from '#server/features/accounts/closing/close-again.ts';
import { loadConfig } from '../server/config.ts';
import { openDatabase } from '../server/db/connection.ts';
import { eraseEverywhere } from '../server/registry/features.ts';
import { reachDatabase } from './reach-database.ts';
import { runCommand } from './run-command.ts';

await runCommand(async () => {
  const ids = process.argv.slice(2).map(Number);
  if (ids.length === 0 || !ids.every((id) => Number.isSafeInteger(id) && id > 0)) {
    throw new Error('which accounts? npm run accounts:close -- 12 15');
  }
  const { connection, leave } = await reachDatabase(loadConfig(), { mustExist: true });
  const database = openDatabase({ connection, poolSize: 1 });
  try {
    for (const id of ids)
      console.log(`${String(id).padStart(8)}  ${await closeAgain(database.db, eraseEverywhere, id, new Date())}`);
  } finally {
    await database.close();
    await leave();
  }
});
