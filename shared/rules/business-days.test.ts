import { describe, expect, it } from 'vitest';
import {
  addDeskMinutes,
  contactDeadline,
  deskMinutesBetween,
  isBusinessDay,
  isDeskOpen,
  nextBusinessDay,
  nextDeskChange,
  nextDeskOpening,
  parseDeskHours,
  yearWithoutHolidays,
} from './business-days.ts';
import { PUBLIC_HOLIDAYS } from './public-holidays.ts';

describe('isBusinessDay', () => {
  it.each([
    ['2026-11-23', true, 'a Monday'],
    ['2026-11-21', false, 'a Saturday'],
    ['2026-11-22', false, 'a Sunday'],
    ['2026-05-01', false, 'the day of labour, a public holiday since 2026'],
    ['2025-05-01', true, 'the day of labour before 2026'],
    ['2026-07-17', false, 'the day of the constitution, since 2026'],
    ['2026-08-17', false, 'the substitute of a Saturday'],
    ['2026-09-28', true, 'after a Chuseok whose last day is a Saturday'],
    ['2027-02-09', false, 'the substitute of a Sunday of Seollal'],
    ['2028-10-05', false, 'the substitute of two holidays on one day'],
    ['2028-04-12', false, 'an election'],
    ['2029-02-12', false, 'the day before Seollal'],
    ['2029-02-14', false, 'the day after Seollal'],
    ['2029-05-07', false, 'the substitute of a Saturday in 2029'],
    ['2030-09-13', false, 'the day after Chuseok'],
    ['2055-03-01', false, 'a fixed holiday of a year that is not listed'],
    ['2055-05-03', true, 'a weekday of a year that is not listed'],
  ])('%s: %s, %s', (day, expected) => {
    expect(isBusinessDay(day)).toBe(expected);
  });
});

describe('PUBLIC_HOLIDAYS', () => {
  it('has real days, in order, each once', () => {
    for (const [year, days] of Object.entries(PUBLIC_HOLIDAYS)) {
      expect(days).toEqual([...new Set(days)].toSorted());
      for (const day of days) expect(new Date(`${year}-${day}T00:00:00Z`).toISOString().slice(5, 10)).toBe(day);
    }
  });
});

describe('yearWithoutHolidays', () => {
  it.each([
    ['2026-11-26T00:00:00+09:00', undefined],
    ['2036-11-01T23:59:59+09:00', undefined],
    ['2036-11-02T00:00:00+09:00', 2037],
    ['2037-06-01T00:00:00+09:00', 2037],
  ])('at %s is %s', (now, expected) => {
    expect(yearWithoutHolidays(new Date(now))).toBe(expected);
  });
});

describe('contactDeadline', () => {
  it.each([
    ['2026-11-22T10:00:00+09:00', '2026-11-23T18:00:00+09:00', 'a Sunday'],
    ['2026-11-20T10:00:00+09:00', '2026-11-23T18:00:00+09:00', 'a Friday'],
    ['2026-11-23T00:00:00+09:00', '2026-11-24T18:00:00+09:00', 'the first moment of a Monday'],
    ['2026-11-23T23:59:59.999+09:00', '2026-11-24T18:00:00+09:00', 'the last moment of a Monday'],
    ['2026-02-13T12:00:00+09:00', '2026-02-19T18:00:00+09:00', 'the Friday before Seollal'],
    ['2026-12-31T12:00:00+09:00', '2027-01-04T18:00:00+09:00', 'the last day of a year'],
  ])('of %s is %s: %s', (paidAt, expected) => {
    expect(contactDeadline(new Date(paidAt))).toEqual(new Date(expected));
  });

  it('follows the hours of the service desk', () => {
    const until = contactDeadline(new Date('2026-11-23T09:00:00+09:00'), { opens: 600, closes: 17 * 60 + 30 });
    expect(until).toEqual(new Date('2026-11-24T17:30:00+09:00'));
  });
});

describe('desk hours', () => {
  it('open and close on business days', () => {
    const at = (time: string) => new Date(`2026-11-23T${time}+09:00`);
    expect([at('08:59:59.999'), at('09:00'), at('17:59:59'), at('18:00')].map((time) => isDeskOpen(time))).toEqual([
      ...[false, true, true, false],
    ]);
    expect(isDeskOpen(new Date('2026-11-22T12:00:00+09:00'))).toBe(false);
    expect(nextDeskOpening(at('08:00'))).toEqual(at('09:00'));
    expect(nextDeskOpening(at('12:00'))).toEqual(at('12:00'));
    expect(nextDeskOpening(at('18:00'))).toEqual(new Date('2026-11-24T09:00:00+09:00'));
    expect(nextBusinessDay('2026-12-24')).toBe('2026-12-28');
  });

  it.each(['9:00-18:00', '09:00–18:00', '18:00-09:00', '09:00-09:00', '09:00-24:00', ''])('refuse %j', (text) => {
    expect(parseDeskHours(text)).toBeUndefined();
  });

  it('are read', () => {
    expect(parseDeskHours('09:30-17:00')).toEqual({ opens: 570, closes: 1020 });
  });
});

describe('deskMinutesBetween', () => {
  it.each([
    ['within a day', '2026-11-23T10:00:00+09:00', '2026-11-23T10:30:30+09:00', 30.5],
    ['from the night to the morning', '2026-11-22T23:00:00+09:00', '2026-11-23T09:12:00+09:00', 12],
    ['over a night', '2026-11-23T17:50:00+09:00', '2026-11-24T09:05:00+09:00', 15],
    ['over a weekend and a whole day', '2026-11-27T17:00:00+09:00', '2026-12-01T09:30:00+09:00', 60 + 540 + 30],
    ['at night only', '2026-11-23T19:00:00+09:00', '2026-11-23T22:00:00+09:00', 0],
    ['backwards', '2026-11-23T12:00:00+09:00', '2026-11-23T11:00:00+09:00', 0],
  ])('counts office hours %s', (_name, from, to, minutes) => {
    expect(deskMinutesBetween(new Date(from), new Date(to))).toBe(minutes);
  });
});

describe('addDeskMinutes', () => {
  it.each([
    ['in office hours', '2026-11-23T10:00:30+09:00', '2026-11-23T10:10:30+09:00'],
    ['before the desk opens', '2026-11-23T07:00:00+09:00', '2026-11-23T09:10:00+09:00'],
    ['after it has closed', '2026-11-23T18:00:00+09:00', '2026-11-24T09:10:00+09:00'],
    ['across the night', '2026-11-23T17:55:00+09:00', '2026-11-24T09:05:00+09:00'],
    ['up to the end of the day', '2026-11-23T17:50:00+09:00', '2026-11-23T18:00:00+09:00'],
    ['across a weekend', '2026-11-27T17:54:00+09:00', '2026-11-30T09:04:00+09:00'],
    ['across a holiday', '2026-12-24T17:54:00+09:00', '2026-12-28T09:04:00+09:00'],
  ])('counts ten minutes %s', (_name, from, to) => {
    expect(addDeskMinutes(new Date(from), 10).toISOString()).toBe(new Date(to).toISOString());
  });

  it('counts hours over several days', () => {
    const at = addDeskMinutes(new Date('2026-11-23T10:00:00+09:00'), 20 * 60, { opens: 600, closes: 1020 });
    expect(at.toISOString()).toBe(new Date('2026-11-25T16:00:00+09:00').toISOString());
  });
});

describe('nextDeskChange', () => {
  it.each([
    ['2026-11-23T03:00:00Z', '2026-11-23T09:00:00.000Z', 'open: until 18:00'],
    ['2026-11-22T22:00:00Z', '2026-11-23T00:00:00.000Z', 'before opening: 09:00'],
    ['2026-11-27T09:00:00Z', '2026-11-30T00:00:00.000Z', 'Friday 18:00: Monday 09:00'],
  ])('%s: %s, %s', (at, change) => {
    expect(nextDeskChange(new Date(at)).toISOString()).toBe(change);
  });
});
