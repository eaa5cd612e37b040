import { expect, it, test } from 'vitest';
import { refundDueOn, refundOverdueBefore } from './refund-deadline.ts';

const at = (time: string) => new Date(`${time}+09:00`);

test.each([
  // A Monday: the seven business days after it.
  ['2026-11-23T09:00', '2026-12-02'],
  ['2026-11-23T23:59', '2026-12-02'],
  // A Saturday and the Sunday after it are due on the same day as a Friday.
  ['2026-11-20T12:00', '2026-12-01'],
  ['2026-11-21T12:00', '2026-12-01'],
  ['2026-11-22T12:00', '2026-12-01'],
  // Christmas and New Year's Day do not count.
  ['2026-12-22T12:00', '2027-01-04'],
])('a request of %s is due on %s', (requestedAt, due) => {
  expect(refundDueOn(at(requestedAt))).toBe(due);
});

it('finds what is overdue, on every day of a year', () => {
  for (let now = at('2026-01-01T10:00'); now < at('2027-01-01T00:00'); now = new Date(now.getTime() + 86_400_000)) {
    const before = refundOverdueBefore(now);
    const today = now.toISOString().slice(0, 10);
    expect(refundDueOn(new Date(before.getTime() - 1)) < today).toBe(true);
    expect(refundDueOn(before) >= today).toBe(true);
  }
});
