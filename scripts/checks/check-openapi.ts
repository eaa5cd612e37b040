/**
 * Checks the API's document (`/api/openapi.json`) by an outside linter with its recommended rules.
 * Connects to nothing.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildApp } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/connection.ts';
import { assembleDeps } from '#server/deps.ts';
import { catalogueOf } from '#server/features/services/catalogue.ts';
import { snapshotAt } from '#server/features/services/catalogue-snapshot.ts';
import { loadSignUpTable } from '#server/features/terms/sign-up-table.ts';
import { systemClock } from '#server/lib/clock.ts';
import { newDataKey } from '#server/lib/keys/key-ring.ts';
import { createLogger } from '#server/lib/logger.ts';

const root = resolve(import.meta.dirname, '../..');

/** Returns the document as text. Builds the app on a database that nothing asks. */
async function readDocument(): Promise<string> {
  const config = {
    ...loadConfig({ PUBLIC_URL: 'https://shop.example', DATA_KEYS: newDataKey() }),
    pages: 'none' as const,
  };
  const database = openDatabase({ connection: {}, poolSize: 1 });
  const clock = systemClock;
  const log = createLogger('silent');
  const nothing = snapshotAt({ version: 0, terms: new Map(), holidays: [], held: new Map() }, clock.now());
  const catalogue = catalogueOf(nothing, { db: database.db, clock, log });
  const deps = assembleDeps({ config, database, log, clock }, { catalogue, signUpTable: await loadSignUpTable() });
  const app = await buildApp(deps);
  try {
    return (await app.inject('/api/openapi.json')).body;
  } finally {
    await app.close();
    await deps.close();
    await database.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
try {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, await readDocument());
  const args = ['lint', file, '--config', 'redocly.yaml', '--format', 'stylish'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  process.exitCode = spawnSync('redocly', args, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
