import { expect, test } from 'vitest';
import { axisTicks } from './measures.ts';
import { changeInWords, dayWithWeekday, fullDay, shortDay, trendOf } from './statistics-texts.ts';

test('formats days of Korea in any time zone', () => {
  expect(shortDay('2026-03-01')).toBe('3. 1.');
  expect(fullDay('2026-11-21')).toBe('2026. 11. 21.');
  expect(dayWithWeekday('2026-11-21')).toBe('11. 21. (토)');
});

test.each([
  [124, 100, '24% 늘었습니다'],
  [76, 100, '24% 줄었습니다'],
  [0, 100, '100% 줄었습니다'],
  [1_250_000, 100_000, '1,150% 늘었습니다'],
  [1001, 1000, '1% 미만 늘었습니다'],
  [5, 0, '늘었습니다'],
  [5, 5, '변동이 없습니다'],
  [0, 0, '변동이 없습니다'],
])('describes the change to %i from %i', (now, before, words) => {
  expect(changeInWords(now, before)).toBe(words);
});

test('names the direction of a change', () => {
  expect([trendOf(2, 1), trendOf(1, 2), trendOf(1, 1)]).toEqual(['up', 'down', 'same']);
});

test.each([
  [0, 10_000, [0, 10_000]],
  [9000, 10_000, [0, 10_000]],
  [350_000, 10_000, [0, 100_000, 200_000, 300_000, 400_000]],
  [1_000_000, 10_000, [0, 500_000, 1_000_000]],
  [3, 1, [0, 1, 2, 3]],
  [41, 1, [0, 20, 40, 60]],
])('has axis steps to %i in whole units of %i', (max, leastStep, ticks) => {
  expect(axisTicks(max, leastStep)).toEqual(ticks);
});
