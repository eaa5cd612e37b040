import type { Clock } from '#server/lib/clock.ts';

/** A clock that a test advances. */
export type TestClock = Clock & { set: (time: Date) => void; advance: (ms: number) => void };

/** Runs with the system clock plus an offset that a test sets, for timers that need real time. */
export function createRunningClock(): TestClock {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    set: (next) => {
      ahead = next.getTime() - Date.now();
    },
    advance: (ms) => {
      ahead += ms;
    },
  };
}

/** Starts at the system time, because the database's clock sets the times of rows. */
export function createTestClock(start: Date = new Date()): TestClock {
  let time = start.getTime();
  return {
    now: () => new Date(time),
    set: (next) => {
      time = next.getTime();
    },
    advance: (ms) => {
      time += ms;
    },
  };
}
