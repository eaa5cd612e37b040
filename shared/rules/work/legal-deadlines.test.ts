import { describe, expect, it } from 'vitest';
import { LEGAL_DEADLINE_KINDS, lastDayOf } from './legal-deadlines.ts';

describe('lastDayOf', () => {
  it('does not count the first day', () => {
    expect(lastDayOf('discipline_appeal', '2026-11-02')).toBe('2026-12-02');
    expect(lastDayOf('summary_order_trial', '2026-11-03')).toBe('2026-11-10');
  });

  it('moves on from Saturday, Sunday and holidays in a row', () => {
    expect(lastDayOf('summary_order_trial', '2026-11-07')).toBe('2026-11-16');
    expect(lastDayOf('summary_order_trial', '2026-11-08')).toBe('2026-11-16');
    expect(lastDayOf('criminal_appeal', '2026-12-18')).toBe('2026-12-28');
    expect(lastDayOf('criminal_appeal', '2027-01-30')).toBe('2027-02-10');
  });

  it('counts years by the calendar, also from 29 February', () => {
    expect(lastDayOf('human_rights_complaint', '2026-11-26')).toBe('2027-11-26');
    expect(lastDayOf('human_rights_complaint', '2028-02-29')).toBe('2029-02-28');
  });

  it('knows two weeks, 30 and 90 days', () => {
    expect(lastDayOf('state_compensation_review', '2026-11-03')).toBe('2026-11-17');
    expect(lastDayOf('lawsuit', '2026-09-01')).toBe('2026-11-30');
    expect(LEGAL_DEADLINE_KINDS).toContain('grievance_review');
  });
});
