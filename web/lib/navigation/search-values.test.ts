import { describe, expect, it } from 'vitest';
import { dayOf } from './search-values.ts';

describe('dayOf', () => {
  it.each(['2026-02-28', '2028-02-29', '2099-12-31'])('takes %s', (day) => {
    expect(dayOf(day)).toBe(day);
  });

  it.each(['2026-02-30', '2027-02-29', '2026-13-01', '1999-01-01', '20260301', '', 20260301, undefined])(
    'refuses %j',
    (value) => {
      expect(dayOf(value)).toBeUndefined();
    },
  );
});
