import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError } from '#server/lib/errors.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import type { WorkAnswer, WorkerReady, WorkRequest } from './work-for-parent.ts';

/** Queue limit: queued work may hold megabytes, and a longer wait exceeds what a user accepts. */
const MAX_QUEUED = 20;
const RETRY_AFTER_SECONDS = 5;
/** Default time limit. The largest image takes some seconds on an idle processor. */
const TIME_LIMIT_MS = 30 * SECOND_MS;
/** How long a process may take to load its code, which on a busy machine is longer than most work. */
const START_LIMIT_MS = 30 * SECOND_MS;
/** Idle time before the process exits: work comes in bursts (decision 014). */
const IDLE_MS = 20 * SECOND_MS;

/** The work took too long or ended its process, and would do so again. */
export class WorkFailed extends AppError {
  constructor(cause: Error) {
    super('UNAVAILABLE', { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

/** Runs work sequentially in a separate process, so that it does not block requests. */
export type WorkerProcess<Work, Result> = { run: (work: Work) => Promise<Result>; close: () => void };

type QueuedWork<Work, Result> = { work: Work; resolve: (result: Result) => void; reject: (error: Error) => void };

/**
 * Limits glibc's arenas. By default every thread of the image library keeps its own memory, which
 * doubles the memory per image.
 */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };

/** Starts the process at low priority and without our environment, which holds secrets. */
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
 * `workForParent`. A run rejects when the work throws, and with UNAVAILABLE when the queue is full or
 * the process does not start. Work that exceeds the time limit, or crashes the process, fails with
 * `WorkFailed`; then the queue continues in a new process.
 */
export function createWorkerProcess<Work, Result>(
  script: URL,
  { timeLimitMs = TIME_LIMIT_MS }: { timeLimitMs?: number } = {},
): WorkerProcess<Work, Result> {
  const queue: QueuedWork<Work, Result>[] = [];
  let current: (QueuedWork<Work, Result> & { id: number }) | undefined;
  let running: ChildProcess | undefined;
  let isReady = false;
  let idleTimer: NodeJS.Timeout | undefined;
  let limitTimer: NodeJS.Timeout | undefined;
  let lastId = 0;

  function stopProcess(): void {
    // The process has no state to save, and may be stuck in code that ignores other signals.
    running?.kill('SIGKILL');
    running = undefined;
    isReady = false;
  }

  /** Kills the process with its current work; the queue continues in a new one. */
  function killProcess(reason: string): void {
    const cause = new Error(reason);
    const error = isReady
      ? new WorkFailed(cause)
      : new AppError('UNAVAILABLE', { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
    stopProcess();
    const broken = finish();
    broken?.reject(error);
    next();
  }

  function finish(): QueuedWork<Work, Result> | undefined {
    clearTimeout(limitTimer);
    const finished = current;
    current = undefined;
    return finished;
  }

  function next(): void {
    if (current) return;
    const entry = queue.shift();
    if (!entry) {
      idleTimer = setTimeout(stopProcess, IDLE_MS);
      idleTimer.unref();
      return;
    }
    clearTimeout(idleTimer);
    lastId += 1;
    current = { ...entry, id: lastId };
    running ??= start();
    limitTime();
    const request: WorkRequest<Work> = { id: lastId, work: entry.work };
    running.send(request);
  }

  /** Limits the start of the process, and from then on the current work. */
  function limitTime(): void {
    clearTimeout(limitTimer);
    const [limitMs, name] = isReady ? [timeLimitMs, 'work was not done'] : [START_LIMIT_MS, 'process had not started'];
    limitTimer = setTimeout(() => killProcess(`The ${name} after ${limitMs / SECOND_MS} seconds.`), limitMs);
    limitTimer.unref();
  }

  function start(): ChildProcess {
    const child = startProcess(script);
    child.on('message', (answer: WorkAnswer<Result> | WorkerReady) => {
      if (child !== running) return;
      if ('isReady' in answer) {
        isReady = true;
        if (current) limitTime();
        return;
      }
      if (answer.id !== current?.id) return;
      const entry = finish();
      if ('result' in answer) entry?.resolve(answer.result);
      else entry?.reject(new Error(answer.failure));
      next();
    });
    const handleEnd = (reason: string) => {
      if (child === running) killProcess(reason);
    };
    child.on('error', (error) => handleEnd(error.message));
    child.on('exit', (code, signal) => handleEnd(`The worker process has ended (${code ?? signal}).`));
    return child;
  }

  return {
    run: (work) =>
      new Promise((resolve, reject) => {
        if (queue.length >= MAX_QUEUED) {
          throw new AppError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
        }
        queue.push({ work, resolve, reject });
        next();
      }),
    close() {
      clearTimeout(idleTimer);
      stopProcess();
      const reason = new Error('The shop is closing.');
      for (const { reject } of queue.splice(0)) reject(reason);
      finish()?.reject(reason);
    },
  };
}
