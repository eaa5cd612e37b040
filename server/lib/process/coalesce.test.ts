import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { coalesceUpTo } from './coalesce.ts';

/** Builds work that runs until the test ends it. */
function createWork() {
  const running: PromiseWithResolvers<void>[] = [];
  let begun = 0;
  return {
    begun: () => begun,
    running: () => running.length,
    endOne: async (error?: Error) => {
      const first = running.shift();
      if (error) first?.reject(error);
      else first?.resolve();
      await nextTurn();
    },
    work: () => {
      const run = Promise.withResolvers<void>();
      begun += 1;
      running.push(run);
      return run.promise;
    },
  };
}

describe.each([1, 2])('coalesceUpTo(%i)', (limit) => {
  it('never exceeds the limit, and returns at once beyond it', async () => {
    const { work, begun, running } = createWork();
    const limited = coalesceUpTo(limit, work);
    for (let i = 0; i < limit; i += 1) void limited(undefined);
    await limited(undefined);
    await limited(undefined);
    expect([begun(), running()]).toEqual([limit, limit]);
  });

  it('runs once more after calls at the limit', async () => {
    const { work, begun, running, endOne } = createWork();
    const limited = coalesceUpTo(limit, work);
    const calls = Array.from({ length: limit + 3 }, () => limited(undefined));
    await endOne();
    expect([begun(), running()]).toEqual([limit + 1, limit]);
    while (running() > 0) await endOne();
    await Promise.all(calls);
    expect(begun()).toBe(limit + 1);
  });

  it('rejects the caller of a failed run, and runs again', async () => {
    const { work, begun, endOne } = createWork();
    const limited = coalesceUpTo(limit, work);
    const failed = expect(limited(undefined)).rejects.toThrow('broken');
    await endOne(new Error('broken'));
    await failed;
    const next = limited(undefined);
    expect(begun()).toBe(2);
    await endOne();
    await next;
  });
});
