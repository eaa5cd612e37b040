import { expect, it } from 'vitest';
import { slotDays } from './slot-days.ts';

it('groups slots by their day in Korea and tells which days are full', () => {
  const slot = (starts_at: string, left: number) => ({ starts_at, ends_at: starts_at, left });
  const days = slotDays([
    slot('2026-11-23T23:00:00.000Z', 0),
    slot('2026-11-24T01:00:00.000Z', 1),
    slot('2026-11-25T00:00:00.000Z', 0),
  ]);
  expect(days.map(({ day, slots, isFull }) => [day, slots.length, isFull])).toEqual([
    ['2026-11-24', 2, false],
    ['2026-11-25', 1, true],
  ]);
  expect(slotDays([])).toEqual([]);
});

it('names the days on which a time from 18:00 on is free', () => {
  const slot = (starts_at: string, left: number) => ({ starts_at, ends_at: starts_at, left });
  const days = slotDays([
    slot('2026-11-24T08:30:00.000Z', 1),
    slot('2026-11-25T08:30:00.000Z', 1),
    slot('2026-11-25T09:00:00.000Z', 1),
    slot('2026-11-26T09:00:00.000Z', 0),
  ]);
  expect(days.map(({ hasEvening }) => hasEvening)).toEqual([false, true, false]);
});
