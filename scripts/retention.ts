/**
 * `npm run retention -- --dry-run`: prints how many rows are past their period, by rule. Without
 * `--dry-run` it deletes and erases them, as the jobs do. Runs beside the shop.
 */
import { parseArgs } from 'node:util';
import { loadConfig } from '../server/config.ts';
import { openDatabase } from '../server/db/connection.ts';
import { applyRetention, countOverdue } from '../server/registry/apply-retention.ts';
import { reachDatabase } from './reach-database.ts';
import { runCommand } from './run-command.ts';

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });

await runCommand(async () => {
  const { connection, leave } = await reachDatabase(loadConfig(), { mustExist: true });
  const database = openDatabase({ connection, poolSize: 1 });
  try {
    const now = new Date();
    const counts = values['dry-run'] ? await countOverdue(database.db, now) : await applyRetention(database.db, now);
    for (const [data, count] of Object.entries(counts)) console.log(`${String(count).padStart(8)}  ${data}`);
    if (values['dry-run']) console.log('nothing was changed');
  } finally {
    await database.close();
    await leave();
  }
});
