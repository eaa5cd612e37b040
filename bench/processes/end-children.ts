import { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { setTimeout as delay } from 'node:timers/promises';

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
/** For PostgreSQL to close its files, and again for the measurement. */
const PATIENCE_MS = 10_000;

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

/**
 * Ends the processes; the measurement, which fails without them, has some seconds to delete its
 * folders.
 */
async function end(children: ReadonlySet<ChildProcess>, signal: keyof typeof EXIT_CODES): Promise<void> {
  console.log(`${signal}: ending the measurement`);
  process.exitCode = EXIT_CODES[signal];
  // All that fails from now on lacks a process that has ended.
  process.on('uncaughtException', () => {});
  // SIGINT and not SIGTERM, at which PostgreSQL waits for its connections.
  for (const child of children) child.kill('SIGINT');
  const latest = Date.now() + PATIENCE_MS;
  while ([...children].some(isRunning) && Date.now() < latest) await delay(50);
  for (const child of children) child.kill('SIGKILL');
  setTimeout(() => process.exit(), PATIENCE_MS);
}

/**
 * Runs the measurement. Interrupted by Ctrl+C or SIGTERM, it ends every process that was started: a
 * shop, a provider or a PostgreSQL would go on without it.
 */
export async function runEndingChildren(measure: () => Promise<void>): Promise<void> {
  const children = new Set<ChildProcess>();
  let ending: Promise<void> | undefined;
  subscribe('child_process', (message) => {
    if (typeof message !== 'object' || message === null || !('process' in message)) return;
    const child = message.process;
    if (!(child instanceof ChildProcess)) return;
    children.add(child);
    // Its start is announced before it has happened.
    if (ending) setImmediate(() => child.kill('SIGINT'));
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      ending ??= end(children, signal);
    });
  }
  try {
    await measure();
  } catch (error) {
    if (!ending) throw error;
  }
  await ending;
}
