/**
 * Checks the API's document (`/api/openapi.json`): an outside linter with its recommended rules, and
 * the size. Connects to nothing.
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
import { createLogger } from '#server/lib/logger.ts';

/** 120 kB for 80 calls: schemas, parameters and errors are shared, not repeated. */
const MAX_BYTES_PER_CALL = 1500;
const root = resolve(import.meta.dirname, '../..');

/** Builds the app on a database that nothing asks. */
async function readDocument(): Promise<string> {
  const config = { ...loadConfig({ PUBLIC_URL: 'https://shop.example' }), pages: 'none' as const };
  const database = openDatabase({ connection: {}, poolSize: 1 });
  const clock = systemClock;
  const log = createLogger('silent');
  const nothing = snapshotAt({ version: 0, terms: new Map(), held: new Map() }, clock.now());
  const catalogue = catalogueOf(nothing, { db: database.db, clock, log });
  const deps = assembleDeps({ config, database, log, clock }, { catalogue, signUpTable: await loadSignUpTable() });
  const app = await buildApp(deps);
  try {
    const { body } = await app.inject('/api/openapi.json');
    return body;
  } finally {
    await app.close();
    await deps.close();
    await database.close();
  }
}

/** Returns the linter's exit code: 0 without errors. */
function lint(document: string): number | null {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, document);
    const args = ['lint', file, '--config', 'redocly.yaml', '--format', 'stylish'];
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    return spawnSync('redocly', args, { cwd: root, env, stdio: 'inherit' }).status;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const document = await readDocument();
const { paths }: { paths: Record<string, object> } = JSON.parse(document);
const calls = Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
const bytes = Buffer.byteLength(document);
const limit = calls * MAX_BYTES_PER_CALL;
console.log(`document of the API: ${bytes} bytes for ${calls} calls, at most ${limit}`);
process.exitCode = lint(document) === 0 && bytes <= limit ? 0 : 1;
