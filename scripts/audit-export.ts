/**
 * `npm run audit:export -- FILE [REASON]`: writes the audit log as signed JSON lines into a new
 * file, and checks it. The log itself keeps the reason. `npm run audit:export -- --check FILE`
 * checks one that was written before.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ConfigError, loadConfig } from '../server/config.ts';
import { openDatabase } from '../server/db/connection.ts';
import { checkExport, exportAudit, exportPublicKey } from '../server/features/audit/chain/export-audit.ts';
import { sealAudit } from '../server/features/audit/chain/seal-audit.ts';
import { recordAudit } from '../server/features/audit/record-audit.ts';
import { parseDataKeys } from '../server/lib/keys/key-ring.ts';
import { createLogger } from '../server/lib/logger.ts';
import { reachDatabase } from './reach-database.ts';
import { runCommand } from './run-command.ts';

await runCommand(async () => {
  const [option, ...rest] = process.argv.slice(2);
  const isCheck = option === '--check';
  const file = isCheck ? rest[0] : option;
  if (!file) throw new ConfigError(['which file? npm run audit:export -- FILE']);
  const config = loadConfig();
  const keys = parseDataKeys(config.dataKeys ?? '') ?? [];
  const [key] = keys;
  if (!key) throw new ConfigError(['DATA_KEYS: missing; accepted: the keys of the shop, which sign the export']);
  if (!isCheck) {
    const { connection, leave } = await reachDatabase(config, { mustExist: true });
    const database = openDatabase({ connection, poolSize: 2 });
    try {
      const admin = { actor: { id: null, user_id: 'system' }, address: 'command line' };
      await recordAudit(database.db, {
        ...admin,
        action: 'audit.export',
        subjectType: 'audit',
        reason: rest.join(' '),
      });
      await sealAudit({ db: database.db, log: createLogger('warn') });
      const output = createWriteStream(file, { flags: 'wx', mode: 0o600 });
      await pipeline(Readable.from(exportAudit(database.db, key)), output);
    } finally {
      await database.close();
      await leave();
    }
  }
  const problem = await checkExport(createInterface({ input: createReadStream(file) }), keys);
  if (problem) throw new ConfigError([`${file}: ${problem}`]);
  console.log(`${file} is complete and signed by the key "${key.id}":\n${exportPublicKey(key)}`);
});
