import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError } from '#server/lib/errors.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import type { WorkAnswer, WorkRequest } from './process-work.ts';

/** Queue limit: queued work may hold megabytes, and a longer wait exceeds what a user accepts. */
const MAX_WAITING = 20;
const RETRY_AFTER_SECONDS = 5;
/** Time limit. The largest image takes some seconds on an idle processor. */
const TIME_LIMIT_MS = 30 * SECOND_MS;
/** Idle time before the process exits: work comes in bursts (decision 016). */
const IDLE_MS = 20 * SECOND_MS;

/** Runs work sequentially in a separate process, so that it does not block requests. */
export type WorkingProcess<Work, Result> = { run: (work: Work) => Promise<Result>; close: () => void };

type Asked<Work, Result> = { work: Work; resolve: (result: Result) => void; reject: (error: Error) => void };

/**
 * Limits glibc's arenas. By default every thread of the image library keeps its own memory, which
 * doubles the memory per image.
 */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };

/**
 * Starts the process at low priority and without our environment, which holds secrets.
 */
function startProcess(script: URL): ChildProcess {
  const child = fork(fileURLToPath(script), { execArgv: [], env: ENVIRONMENT, serialization: 'advanced' });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  // Does not keep this process alive; it exits when this one does.
  child.unref();
  child.channel?.unref();
  return child;
}

/**
 * Creates a worker process that starts with the first work and exits when idle. The script calls
 * `workForParent`. A run rejects when the work throws or the process crashes, and with UNAVAILABLE
 * when the queue is full or the work exceeds 30 seconds; then the process is killed, and the queue
 * continues in a new one.
 */
export function createWorkingProcess<Work, Result>(script: URL): WorkingProcess<Work, Result> {
  const waiting: Asked<Work, Result>[] = [];
  let current: (Asked<Work, Result> & { id: number }) | undefined;
  let running: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let limitTimer: NodeJS.Timeout | undefined;
  let lastId = 0;

  function endProcess(): void {
    // The process has no state to save, and may be stuck in code that ignores other signals.
    running?.kill('SIGKILL');
    running = undefined;
  }

  /** Kills the process with its current work; the queue continues in a new one. */
  function breakOff(error: Error): void {
    endProcess();
    const broken = finish();
    broken?.reject(error);
    next();
  }

  function finish(): Asked<Work, Result> | undefined {
    clearTimeout(limitTimer);
    const finished = current;
    current = undefined;
    return finished;
  }

  function next(): void {
    if (current) return;
    const asked = waiting.shift();
    if (!asked) {
      idleTimer = setTimeout(endProcess, IDLE_MS);
      idleTimer.unref();
      return;
    }
    clearTimeout(idleTimer);
    lastId += 1;
    current = { ...asked, id: lastId };
    limitTimer = setTimeout(() => {
      const cause = new Error(`The work was not done after ${TIME_LIMIT_MS / SECOND_MS} seconds.`);
      breakOff(new AppError('UNAVAILABLE', { cause, retryAfterSeconds: RETRY_AFTER_SECONDS }));
    }, TIME_LIMIT_MS);
    limitTimer.unref();
    running ??= start();
    const request: WorkRequest<Work> = { id: lastId, work: asked.work };
    running.send(request);
  }

  function start(): ChildProcess {
    const child = startProcess(script);
    child.on('message', (answer: WorkAnswer<Result>) => {
      if (child !== running || answer.id !== current?.id) return;
      const asked = finish();
      if ('result' in answer) asked?.resolve(answer.result);
      else asked?.reject(new Error(answer.failure));
      next();
    });
    const handleEnd = (reason: string) => {
      if (child === running) breakOff(new Error(reason));
    };
    child.on('error', (error) => handleEnd(error.message));
    child.on('exit', (code, signal) => handleEnd(`The process that works has ended (${code ?? signal}).`));
    return child;
  }

  return {
    run: (work) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= MAX_WAITING) {
          throw new AppError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
        }
        waiting.push({ work, resolve, reject });
        next();
      }),
    close() {
      clearTimeout(idleTimer);
      endProcess();
      const reason = new Error('The shop is closing.');
      for (const { reject } of waiting.splice(0)) reject(reason);
      finish()?.reject(reason);
    },
  };
}
