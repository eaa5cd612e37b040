/**
 * `npm run audit:verify [-- HEAD]`: checks that no entry of the audit log was changed or removed.
 * HEAD is a head that an earlier run or the log of the shop named.
 */
import { loadConfig } from '../server/config.ts';
import { openDatabase } from '../server/db/connection.ts';
import { verifyAudit } from '../server/features/audit/chain/verify-audit.ts';
import { reachDatabase } from './reach-database.ts';
import { runCommand } from './run-command.ts';

await runCommand(async () => {
  const { connection, leave } = await reachDatabase(loadConfig(), { mustExist: true });
  const database = openDatabase({ connection, poolSize: 2 });
  try {
    const { entries, head, problems, knowsHead } = await verifyAudit(database.db, process.argv[2]);
    for (const problem of problems) console.error(problem);
    if (knowsHead === false) console.error(`the chain does not contain ${process.argv[2]}`);
    console.log(`${entries} entries, head ${head}`);
    if (problems.length > 0 || knowsHead === false) process.exitCode = 1;
  } finally {
    await database.close();
    await leave();
  }
});
