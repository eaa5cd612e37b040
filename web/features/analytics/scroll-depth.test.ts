import { expect, test } from 'vitest';
import { passedMilestones, scrolledPercent } from './scroll-depth.ts';

test('measures the scrolled share of the scrollable height', () => {
  expect(scrolledPercent({ top: 0, viewHeight: 800, pageHeight: 1800 })).toBe(0);
  expect(scrolledPercent({ top: 500, viewHeight: 800, pageHeight: 1800 })).toBe(50);
  expect(scrolledPercent({ top: 1000, viewHeight: 800, pageHeight: 1800 })).toBe(100);
});

test('measures nothing on a page without a scrollbar', () => {
  expect(scrolledPercent({ top: 0, viewHeight: 800, pageHeight: 800 })).toBeUndefined();
});

test.each([
  [24.9, [], []],
  [25, [], [25]],
  [60, [25], [50]],
  [100, [], [25, 50, 75, 90]],
  [100, [25, 50, 75, 90], []],
])('at %d per cent, with %j reported, reports %j', (percent, reported, passed) => {
  expect(passedMilestones(percent, new Set(reported))).toEqual(passed);
});
