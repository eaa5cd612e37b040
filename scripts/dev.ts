/**
 * `npm run dev`: the server restarts when its code changes; pages are served from their sources
 * with hot reload.
 */
import { spawn } from 'node:child_process';

const watched = ['server', 'shared', 'content'].flatMap((folder) => ['--watch-path', folder]);
const child = spawn(process.execPath, ['--watch', ...watched, '--watch-preserve-output', 'server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PAGES: 'source' },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 0));
