import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serverNow, setServerClock } from './server-clock.ts';

const NOON = Date.parse('2026-11-26T03:00:00Z');

function answerSentAt(time: number, cacheControl = 'no-store'): void {
  setServerClock({ headers: new Headers({ date: new Date(time).toUTCString(), 'cache-control': cacheControl }) });
}

beforeEach(() => vi.useFakeTimers({ now: NOON }));
afterEach(() => {
  answerSentAt(NOON);
  vi.useRealTimers();
});

it('follows a clock that is minutes off', () => {
  answerSentAt(NOON - 240_000);
  expect(serverNow().getTime()).toBe(NOON - 240_000);
});

it('does not jump with answers that were under way for different times', () => {
  const shown = [-240_000, -238_000, -243_000].map((difference) => {
    answerSentAt(NOON + difference);
    return serverNow().getTime() - NOON;
  });
  expect(shown).toEqual([-240_000, -240_000, -240_000]);
});

it('reads no time of an answer that a cache may have kept', () => {
  answerSentAt(NOON - 240_000, 'max-age=60');
  expect(serverNow().getTime()).toBe(NOON);
});
