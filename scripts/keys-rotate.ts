/**
 * `npm run keys:rotate`: encrypts all stored texts and keys of files with the first key of
 * DATA_KEYS. Afterwards the others can be removed from it. Runs beside the shop.
 */
import { loadConfig } from '../server/config.ts';
import { openDatabase } from '../server/db/connection.ts';
import { readKeyRing } from '../server/lib/keys/data-keys.ts';
import { rotateKeys } from '../server/registry/rotate-keys.ts';
import { reachDatabase } from './reach-database.ts';
import { runCommand } from './run-command.ts';

await runCommand(async () => {
  const config = loadConfig();
  const ring = readKeyRing(config.dataKeys);
  const { connection, leave } = await reachDatabase(config, { mustExist: true });
  const database = openDatabase({ connection, poolSize: 2 });
  try {
    const counts = await rotateKeys(database.db, ring);
    for (const [column, count] of Object.entries(counts)) console.log(`${column}: ${count}`);
    console.log(`all values are under "${ring.keys[0]?.id}"; the other keys can leave DATA_KEYS`);
  } finally {
    await database.close();
    await leave();
  }
});
