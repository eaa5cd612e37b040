import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { WorkAnswer, WorkRequest } from './process-work.ts';
import { SECOND_MS } from './time.ts';

/** Such work comes in bursts; after that the process and its memory go (decision 016). */
const IDLE_MS = 20 * SECOND_MS;

/** Work in a process of its own, one piece after the other, so that no request waits for a processor that it takes. */
export type WorkingProcess<Work, Result> = { run: (work: Work) => Promise<Result>; close: () => void };

type Waiting<Result> = { resolve: (result: Result) => void; reject: (error: Error) => void };

/** Where glibc is told nothing, each of a library's threads keeps memory of its own: pictures then take twice as much. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };

/** Starts the process: without our environment, which holds secrets, and after everything else that wants to compute. */
function startProcess(script: URL): ChildProcess {
  const child = fork(fileURLToPath(script), { execArgv: [], env: ENVIRONMENT, serialization: 'advanced' });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  // It never keeps this process alive; it ends by itself when this one does.
  child.unref();
  child.channel?.unref();
  return child;
}

/**
 * A process that starts with the first work and ends when it has had none for a while. The script calls `workForParent`. What is asked
 * of it rejects when the work throws, and when the process ends before it is done.
 */
export function createWorkingProcess<Work, Result>(script: URL): WorkingProcess<Work, Result> {
  const waiting = new Map<number, Waiting<Result>>();
  let running: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;

  /** Ends the process; whoever still waits for it is told why. */
  function stop(reason: string): void {
    clearTimeout(idleTimer);
    running?.kill();
    running = undefined;
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  }

  function take(answer: WorkAnswer<Result>): void {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('result' in answer) asked?.resolve(answer.result);
    else asked?.reject(new Error(answer.failure));
    if (waiting.size > 0) return;
    idleTimer = setTimeout(() => stop('idle'), IDLE_MS);
    idleTimer.unref();
  }

  function start(): ChildProcess {
    const child = startProcess(script);
    child.on('message', take);
    const handleEnd = (reason: string) => {
      if (child === running) stop(reason);
    };
    child.on('error', (error) => handleEnd(error.message));
    child.on('exit', (code, signal) => handleEnd(`The process that works has ended (${code ?? signal}).`));
    return child;
  }

  return {
    run(work) {
      clearTimeout(idleTimer);
      running ??= start();
      const child = running;
      lastId += 1;
      const request: WorkRequest<Work> = { id: lastId, work };
      return new Promise((resolve, reject) => {
        waiting.set(request.id, { resolve, reject });
        child.send(request);
      });
    },
    close: () => stop('The shop is closing.'),
  };
}
