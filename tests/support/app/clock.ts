import type { Clock } from '#server/lib/clock.ts';

/** A clock that stands still until a test moves it. */
export type TestClock = Clock & { set: (time: Date) => void; advance: (ms: number) => void };

/** Runs with the machine's clock, ahead of it by what a test adds: for thresholds that real time has to pass. */
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

/** Starts at the machine's time, because the database dates its rows itself. */
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
