import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { PROVIDER_KEYS } from '#tests/support/providers/provider-server.ts';
import { buildAllIfStale } from '../scripts/build-if-stale.ts';
import { createFilledDatabase, inTemporaryFolder, MEASURED, timedStart, withPostgres } from './environment.ts';
import { createReport } from './report.ts';

const STARTS = 3;
/** Until jobs and watchers that begin with the process have settled. */
const SETTLED_MS = 3000;
/**
 * The first start makes the administrator; later ones need no password, and no list of common ones
 * to check it.
 */
const LATER = { ADMIN_PASSWORD: '' };

/** Resident memory of a process in MB: its own, and files that processes share. */
function memoryOf(pid: number | undefined): { all: number; anonymous: number } {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const mb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) / 1024;
  return { all: mb('Rss'), anonymous: mb('Anonymous') };
}

/** `npm run bench -- --idle`: start with the database up, and memory before the first request. */
export async function benchIdle(): Promise<void> {
  const report = createReport();
  buildAllIfStale();
  await withPostgres((server) =>
    inTemporaryFolder(async (folder) => {
      const env = {
        ...MEASURED,
        BOOTPAY_CLIENT_KEY: PROVIDER_KEYS.clientKey,
        BOOTPAY_SECRET_KEY: PROVIDER_KEYS.secretKey,
        DATABASE_URL: await createFilledDatabase(server, 'idle', async () => {}),
      };
      // Seeds the database and fills the compile cache.
      await (await timedStart(folder, env)).shop.end('SIGTERM');
      for (let run = 1; run <= STARTS; run++) {
        const { shop, ms } = await timedStart(folder, { ...env, ...LATER });
        await delay(SETTLED_MS);
        const { all, anonymous } = memoryOf(shop.child.pid);
        report.add(`start ${run}, database up`, `${ms.toFixed(0)} ms`, '1000 ms', ms <= 1000);
        const split = `${all.toFixed(0)} MB, anonymous ${anonymous.toFixed(0)}, files ${(all - anonymous).toFixed(0)}`;
        report.add('memory idle', split, '170 MB', all <= 170);
        await shop.end('SIGTERM');
      }
    }),
  );
  report.print();
}
