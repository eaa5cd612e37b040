import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

export type Build = 'pages' | 'server';

/** The inputs of each build, and where the hash of those that it was made from is kept. */
const BUILDS: Readonly<Record<Build, { stamp: string; sources: readonly string[] }>> = {
  pages: {
    stamp: 'dist/built-from.txt',
    sources: ['web', 'shared', 'content', 'vite.config.ts', 'build', 'package-lock.json'],
  },
  server: {
    stamp: 'dist/app/built-from.txt',
    sources: ['server', 'shared', 'content', 'vite.server.config.ts', 'build', 'package-lock.json'],
  },
};

function filesIn(path: string): string[] {
  const names = readdirSync(join(root, path), { withFileTypes: true });
  return names.flatMap((entry) => (entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(path, entry.name)]));
}

/**
 * A hash of the contents, not of times: a fresh checkout of the same sources counts as the same.
 */
function fingerprint(sources: readonly string[]): string {
  const hash = createHash('sha256');
  const files = sources.flatMap((source) => (/\.\w+$/.test(source) ? [source] : filesIn(source))).sort();
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/**
 * Builds the pages (for browser and server, half a minute) or the server's process (a few seconds),
 * unless the build is from the same sources. Runs in a child process: Vite sets NODE_ENV for its
 * whole process and stays in memory.
 */
export function buildIfStale(build: Build): void {
  const { stamp, sources } = BUILDS[build];
  const stampFile = join(root, stamp);
  const current = fingerprint(sources);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === current) return;
  // A build that fails has emptied the folder: the same sources as before must not count as built.
  rmSync(stampFile, { force: true });
  execFileSync(process.execPath, [join(import.meta.dirname, 'run-build.ts'), build], {
    cwd: root,
    stdio: 'inherit',
    // Vitest says `test`, for which React's builds are others.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  writeFileSync(stampFile, current);
}

/** Builds what is stale of all that `npm start` runs. */
export function buildAllIfStale(): void {
  buildIfStale('pages');
  buildIfStale('server');
}
