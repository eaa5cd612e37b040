/**
 * `npm run files:move -- --to s3|database`: moves the files of conversations between the database
 * and the store of FILES_URL. Runs beside the shop; run again, it continues.
 */
import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db/connection.ts';
import { moveFiles } from '../../server/features/attachments/keeping/move-files.ts';
import { createFileStores } from '../../server/features/attachments/stores/create-file-stores.ts';
import { isUnavailable } from '../../server/features/attachments/stores/file-store.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createDataKeys, readKeyRing } from '../../server/lib/keys/data-keys.ts';
import { makeDevDataKeys } from '../../server/lib/keys/dev-data-keys.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { reachDatabase } from '../reach-database.ts';
import { runCommand } from '../run-command.ts';

const SHOWN_EVERY = 100;
const { values } = parseArgs({ options: { to: { type: 'string' } } });

await runCommand(async () => {
  const config = loadConfig();
  const { to } = values;
  if (to !== 's3' && to !== 'database') throw new ConfigError(['where to? npm run files:move -- --to s3|database']);
  if (!config.files.store) throw new ConfigError(['FILES_URL: missing; accepted: the address of the file store']);
  const keys = config.dataKeys ?? (await makeDevDataKeys(config.dataDir));
  const ring = readKeyRing(keys);
  const { connection, leave } = await reachDatabase(config, { mustExist: true });
  const database = openDatabase({ connection, poolSize: 2 });
  const { db } = database;
  const log = createLogger(config.logLevel);
  const deps = {
    db,
    log,
    clock: systemClock,
    dataKeys: createDataKeys(db, ring, log),
    files: createFileStores(config),
  };
  try {
    const { moved, damaged } = await moveFiles(deps, to, (done) => {
      if (done.moved % SHOWN_EVERY === 0) console.log(`${done.moved} files moved`);
    });
    console.log(`${moved} files moved and read back, ${damaged} damaged`);
    if (damaged > 0) process.exitCode = 1;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
    throw new ConfigError([
      `the file store cannot be used: ${reason}; once that is mended, run the command again to continue`,
    ]);
  } finally {
    await database.close();
    await leave();
  }
});
