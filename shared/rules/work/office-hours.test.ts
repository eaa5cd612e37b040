import { expect, test } from 'vitest';
import { nextDayPromise, officeHours } from './office-hours.ts';

test('names the configured hours and the promise that follows from them', () => {
  const hours = { opens: 8 * 60 + 30, closes: 17 * 60 + 5 };
  expect(officeHours(hours)).toBe('평일 08:30-17:05');
  expect(nextDayPromise(hours)).toBe('결제 다음 영업일 17:05까지 연락');
});
