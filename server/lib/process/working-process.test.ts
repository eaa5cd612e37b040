import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createWorkingProcess, type WorkingProcess } from './working-process.ts';

/** Work that never ends blocks its thread, like a library in an endless loop. */
const SCRIPT = `
import { workForParent } from ${JSON.stringify(new URL('./process-work.ts', import.meta.url).href)};
workForParent(async (work) => {
  if (work === 'hang') for (;;);
  if (work === 'die') process.exit(3);
  if (work === 'throw') throw new Error('no such picture');
  return work + ' in ' + process.pid;
});
`;

let folder: string;
let working: WorkingProcess<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-work-'));
  await writeFile(join(folder, 'work.mjs'), SCRIPT);
});
beforeEach(() => {
  // Fake timers: the time limit is reached when the test advances the clock.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  working = createWorkingProcess(pathToFileURL(join(folder, 'work.mjs')));
});
afterEach(() => {
  working.close();
  vi.useRealTimers();
});
afterAll(() => rm(folder, { recursive: true }));

const pidOf = (answer: string) => answer.split(' in ')[1];

it('runs work sequentially in one process, and rejects with the error that was thrown', async () => {
  const [first, thrown, last] = await Promise.allSettled([working.run('a'), working.run('throw'), working.run('b')]);
  expect(thrown).toMatchObject({ reason: { message: expect.stringContaining('no such picture') } });
  expect([first, last]).toMatchObject([
    { value: expect.stringMatching(/^a in/) },
    { value: expect.stringMatching(/^b in/) },
  ]);
  expect(pidOf(await working.run('c'))).toBe(pidOf(await working.run('d')));
});

it('kills work after 30 seconds, and continues with the queue in a new process', async () => {
  const before = await working.run('before');
  const hung = working.run('hang');
  const refusal = expect(hung).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 });
  const behind = working.run('behind');
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

it('continues in a new process when one crashes', async () => {
  const died = expect(working.run('die')).rejects.toThrow('has ended (3)');
  const behind = working.run('behind');
  await died;
  expect(await behind).toMatch(/^behind in/);
});

it('refuses work beyond a queue of twenty, and accepts work again afterwards', async () => {
  const asked = [working.run('hang'), ...Array.from({ length: 20 }, () => working.run('x'))];
  const ended = Promise.allSettled(asked);
  await expect(working.run('too much')).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 });
  vi.advanceTimersByTime(30_000);
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', ...Array<string>(20).fill('fulfilled')]);
  expect(await working.run('again')).toMatch(/^again in/);
});

it('rejects queued work on shutdown', async () => {
  const asked = Promise.allSettled([working.run('hang'), working.run('x')]);
  working.close();
  for (const end of await asked) expect(end).toMatchObject({ reason: { message: 'The shop is closing.' } });
});
