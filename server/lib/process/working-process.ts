import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError } from '#server/lib/errors.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import type { WorkAnswer, WorkRequest } from './process-work.ts';

/** Beyond this the wait is longer than anybody's patience: say so at once. What waits may hold megabytes. */
const MAX_WAITING = 20;
const RETRY_AFTER_SECONDS = 5;
/** The largest picture takes some seconds on a free processor; what takes so long never ends. */
const TIME_LIMIT_MS = 30 * SECOND_MS;
/** Such work comes in bursts; after that the process and its memory go (decision 016). */
const IDLE_MS = 20 * SECOND_MS;

/** Work in a process of its own, one piece after the other, so that no request waits for a processor that it takes. */
export type WorkingProcess<Work, Result> = { run: (work: Work) => Promise<Result>; close: () => void };

type Asked<Work, Result> = { work: Work; resolve: (result: Result) => void; reject: (error: Error) => void };

/**
 * Where glibc is told nothing, each of a library's threads keeps memory of its own: pictures then
 * take twice as much.
 */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };

/**
 * Starts the process: without our environment, which holds secrets, and after everything else that
 * wants to compute.
 */
function startProcess(script: URL): ChildProcess {
  const child = fork(fileURLToPath(script), { execArgv: [], env: ENVIRONMENT, serialization: 'advanced' });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  // It never keeps this process alive; it ends by itself when this one does.
  child.unref();
  child.channel?.unref();
  return child;
}

/**
 * A process that starts with the first work and ends when it has had none for a while. The script
 * calls `workForParent`. What is asked of it rejects when the work throws or the process ends over
 * it, and with UNAVAILABLE when too much waits already or the work takes longer than 30 seconds:
 * then the process is ended, and what waits goes on in a new one.
 */
export function createWorkingProcess<Work, Result>(script: URL): WorkingProcess<Work, Result> {
  const waiting: Asked<Work, Result>[] = [];
  let current: (Asked<Work, Result> & { id: number }) | undefined;
  let running: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let limitTimer: NodeJS.Timeout | undefined;
  let lastId = 0;

  function endProcess(): void {
    // It holds nothing that is to be saved, and may be stuck where no other signal is heard.
    running?.kill('SIGKILL');
    running = undefined;
  }

  /** Ends the process over what it works on; what waits behind goes on in a new one. */
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
