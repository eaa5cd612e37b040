/**
 * Checks the API's document (`/api/openapi.json`): an outside linter with its recommended rules,
 * the size, and that nothing breaks for pages of the last release (decision 050). `--release` makes
 * the document the one of the last release. Connects to nothing.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readDocument } from './openapi/read-document.ts';
import { compareWithRelease, cutRelease } from './openapi/releases.ts';

/** Schemas, parameters and errors that are used twice are shared, not repeated. */
const MAX_BYTES_PER_CALL = 1450;
const root = resolve(import.meta.dirname, '../..');

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

/** Prints what breaks for pages and programs of the last release; returns whether nothing does. */
function isAdditive(document: string): boolean {
  const { release, problems } = compareWithRelease(document);
  console.log(`calls compared with release ${release}: ${problems.length} breaks`);
  for (const problem of problems) console.error(`  ${problem}`);
  if (problems.length > 0) {
    console.error('Tabs and processes of that release are still open: keep the old form beside the new one until the');
    console.error('next release, or write the break with its reason into docs/releases/accepted-breaks.json.');
  }
  return problems.length === 0;
}

const document = await readDocument();
if (process.argv.includes('--release')) console.log(`written: ${cutRelease(document)}`);
const { paths }: { paths: Record<string, object> } = JSON.parse(document);
const calls = Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
const bytes = Buffer.byteLength(document);
const limit = calls * MAX_BYTES_PER_CALL;
console.log(`document of the API: ${bytes} bytes for ${calls} calls, at most ${limit}`);
const results = [lint(document) === 0, bytes <= limit, isAdditive(document)];
process.exitCode = results.every(Boolean) ? 0 : 1;
