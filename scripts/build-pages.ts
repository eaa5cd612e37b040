import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createBuilder } from 'vite';

const root = resolve(import.meta.dirname, '..');
const stampFile = join(root, 'dist/built-from.txt');
/** What the pages are made from. */
const SOURCES = ['web', 'shared', 'content', 'vite.config.ts', 'package-lock.json'];

function filesIn(path: string): string[] {
  const names = readdirSync(join(root, path), { withFileTypes: true });
  return names.flatMap((entry) => (entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(path, entry.name)]));
}

/** A fingerprint of the contents, not of times: a fresh checkout of the same sources counts as the same. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((source) => (/\.\w+$/.test(source) ? [source] : filesIn(source))).sort();
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function isFresh(stamp: string): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
}

/** Builds the pages for browser and server, unless what is there was built from the same sources. */
export async function buildPagesIfStale(): Promise<void> {
  const stamp = fingerprint();
  if (isFresh(stamp)) return;
  const startedAt = performance.now();
  const builder = await createBuilder({ root, logLevel: 'warn', mode: 'production' });
  for (const [index, name] of ['client', 'ssr'].entries()) {
    const environment = builder.environments[name];
    if (!environment) throw new Error(`vite.config.ts has no environment "${name}"`);
    console.log(`Building the pages (${index + 1}/2): ${name === 'client' ? 'for the browser' : 'for the server'}`);
    await builder.build(environment);
  }
  writeFileSync(stampFile, stamp);
  console.log(`Pages built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}
