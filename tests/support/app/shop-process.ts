import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = resolve(import.meta.dirname, '../../..');

/** Compiled code of earlier starts, as `npm start` uses it. */
const COMPILED = join(tmpdir(), 'node-compile-cache');

/** The program from its sources, for tests that run without a build. */
export const FROM_SOURCES = 'server/main.ts';

export type ShopProcess = {
  url: string;
  child: ChildProcess;
  /** Its output so far. */
  output: () => string;
  /** Waits until `/readyz` returns 200; throws with its output when it exits before. */
  ready: () => Promise<void>;
  /** Sends a signal and waits for the exit; returns the exit code, or null when it was killed. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
};

/** Below the ports that systems give out by themselves; each worker of a test run has some of its own. */
const FIRST_PORT = 12_000;
const PORTS_PER_WORKER = 1000;
const firstOfWorker = FIRST_PORT + PORTS_PER_WORKER * Number(process.env.VITEST_POOL_ID ?? 0);
// Runs beside each other begin at different ones.
let portsGiven = process.pid;

/** Finds a free port that no other process takes before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstOfWorker + (portsGiven % PORTS_PER_WORKER);
    portsGiven += 1;
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** Runs the built shop as a separate process, as `npm start` does. */
export async function startShop(
  dataDir: string,
  env: Record<string, string> = {},
  folder = root,
  program = 'dist/app/main.js',
): Promise<ShopProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: COMPILED,
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: 'administrator-1',
      PUBLIC_URL: `http://localhost:${port}`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const url = `http://127.0.0.1:${port}`;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;

  return {
    url,
    child,
    output: () => printed,
    async ready() {
      for (let tries = 0; tries < 600; tries += 1) {
        if (hasEnded()) throw new Error(`the shop ended before it was ready:\n${printed}`);
        const response = await fetch(`${url}/readyz`).catch(() => undefined);
        if (response?.status === 200) return;
        await delay(50);
      }
      throw new Error(`the shop was not ready in time:\n${printed}`);
    },
    async end(signal) {
      if (!hasEnded()) {
        child.kill(signal);
        await once(child, 'exit');
      }
      return child.exitCode;
    },
  };
}
