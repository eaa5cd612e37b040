import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const stampFile = join(root, 'dist/built-from.txt');
/** The inputs of the build. */
const SOURCES = ['web', 'shared', 'content', 'vite.config.ts', 'build', 'package-lock.json'];

function filesIn(path: string): string[] {
  const names = readdirSync(join(root, path), { withFileTypes: true });
  return names.flatMap((entry) => (entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(path, entry.name)]));
}

/**
 * A hash of the contents, not of times: a fresh checkout of the same sources counts as the same.
 */
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

/**
 * Builds the pages for browser and server, unless the build is from the same sources. Runs in a
 * child process: Vite sets NODE_ENV for its whole process and stays in memory.
 */
export function buildPagesIfStale(): void {
  const stamp = fingerprint();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  execFileSync(process.execPath, [join(import.meta.dirname, 'run-vite.ts')], { cwd: root, stdio: 'inherit' });
  writeFileSync(stampFile, stamp);
}
