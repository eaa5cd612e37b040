import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createWorkerProcess, type WorkerProcess, WorkFailed } from './worker-process.ts';

/** Work that never ends blocks its thread, like a library in an endless loop. */
const SCRIPT = `
import { workForParent } from ${JSON.stringify(new URL('./work-for-parent.ts', import.meta.url).href)};
workForParent(async (work) => {
  if (work === 'hang') for (;;);
  if (work === 'die') process.exit(3);
  if (work === 'throw') throw new Error('no such picture');
  return work + ' in ' + process.pid;
});
`;

let folder: string;
let worker: WorkerProcess<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-work-'));
  await writeFile(join(folder, 'work.mjs'), SCRIPT);
});
beforeEach(() => {
  // Fake timers: the time limit is reached when the test advances the clock.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  worker = createWorkerProcess(pathToFileURL(join(folder, 'work.mjs')));
});
afterEach(() => {
  worker.close();
  vi.useRealTimers();
});
afterAll(() => rm(folder, { recursive: true }));

const pidOf = (answer: string) => answer.split(' in ')[1];

it('runs work sequentially in one process, and rejects with the error that was thrown', async () => {
  const [first, thrown, last] = await Promise.allSettled([worker.run('a'), worker.run('throw'), worker.run('b')]);
  expect(thrown).toMatchObject({ reason: { message: expect.stringContaining('no such picture') } });
  expect([first, last]).toMatchObject([
    { value: expect.stringMatching(/^a in/) },
    { value: expect.stringMatching(/^b in/) },
  ]);
  expect(pidOf(await worker.run('c'))).toBe(pidOf(await worker.run('d')));
});

it('kills work after 30 seconds, and continues with the queue in a new process', async () => {
  const before = await worker.run('before');
  const hung = worker.run('hang');
  const refusal = expect(hung).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 });
  const behind = worker.run('behind');
  vi.advanceTimersByTime(29_999);
  const settled = vi.fn();
  hung.catch(settled);
  await Promise.resolve();
  expect(settled).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await refusal;
  const after = await behind;
  expect(after).toMatch(/^behind in/);
  expect(pidOf(after)).not.toBe(pidOf(before));
});

it('begins the limit of work when the process has started', async () => {
  const quick = createWorkerProcess<string, string>(pathToFileURL(join(folder, 'work.mjs')), { timeLimitMs: 1000 });
  const run = quick.run('late');
  vi.advanceTimersByTime(29_999);
  expect(await run).toMatch(/^late in/);
  quick.close();
});

it('blames the process and not the work where it does not start', async () => {
  const broken = createWorkerProcess<string, string>(pathToFileURL(join(folder, 'no-such-file.mjs')));
  const refusal = await broken.run('a').catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 });
  expect(refusal).not.toBeInstanceOf(WorkFailed);
  broken.close();
});

it('continues in a new process when one crashes', async () => {
  const died = expect(worker.run('die')).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    cause: { message: expect.stringContaining('has ended (3)') },
  });
  const behind = worker.run('behind');
  await died;
  expect(await behind).toMatch(/^behind in/);
});

it('refuses work beyond a queue of twenty, and accepts work again afterwards', async () => {
  const runs = [worker.run('hang'), ...Array.from({ length: 20 }, () => worker.run('x'))];
  const ended = Promise.allSettled(runs);
  await expect(worker.run('too much')).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 });
  vi.advanceTimersByTime(30_000);
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', ...Array<string>(20).fill('fulfilled')]);
  expect(await worker.run('again')).toMatch(/^again in/);
});

it('rejects queued work on shutdown', async () => {
  const runs = Promise.allSettled([worker.run('hang'), worker.run('x')]);
  worker.close();
  for (const end of await runs) expect(end).toMatchObject({ reason: { message: 'The shop is closing.' } });
});
