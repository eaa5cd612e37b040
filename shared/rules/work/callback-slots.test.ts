import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicHoliday, koreanDay, momentOf, weekdayOf } from '../business-days.ts';
import { defaultCallHours, placesLeft, type Slot, slotAt, slotsOfDay, slotsOfDays } from './callback-slots.ts';

const HOUR_MS = 3_600_000;
const kst = (text: string) => new Date(`${text}+09:00`);
/** `10:00-12:00` in Korea. */
function textOf({ startsAt, endsAt }: Slot): string {
  const time = (at: Date) => new Date(at.getTime() + 9 * HOUR_MS).toISOString().slice(11, 16);
  return `${time(startsAt)}-${time(endsAt)}`;
}

const DESK = { opens: 9 * 60, closes: 18 * 60 };
const USUAL = defaultCallHours(DESK);

describe('defaultCallHours', () => {
  it('are the office hours from Monday to Friday, without lunch', () => {
    const day = [
      { opens: 540, closes: 720 },
      { opens: 780, closes: 1080 },
    ];
    expect(USUAL).toEqual({ 1: day, 2: day, 3: day, 4: day, 5: day });
  });

  it.each([
    [{ opens: 600, closes: 720 }, [{ opens: 600, closes: 720 }]],
    [{ opens: 750, closes: 1080 }, [{ opens: 780, closes: 1080 }]],
    [{ opens: 725, closes: 775 }, []],
  ])('leave out what is empty of %o', (desk, expected) => {
    expect(defaultCallHours(desk)[1]).toEqual(expected);
  });
});

describe('slotsOfDay', () => {
  const sunday = kst('2026-11-22T12:00');
  const on = (...periods: [opens: number, closes: number][]) => ({
    1: periods.map(([opens, closes]) => ({ opens, closes })),
  });
  it.each([
    ['whole hours', on([540, 660]), ['09:00-09:30', '09:30-10:00', '10:00-10:30', '10:30-11:00']],
    ['two periods', on([690, 720], [780, 810]), ['11:30-12:00', '13:00-13:30']],
    ['hours off the half hour', on([525, 600]), ['08:45-09:15', '09:15-09:45']],
    ['an evening until midnight', on([1410, 1440]), ['23:30-00:00']],
    ['less than half an hour', on([540, 569]), []],
    ['a day without hours', { 2: [DESK] }, []],
  ])('divides %s', (_name, hours, expected) => {
    expect(slotsOfDay('2026-11-23', sunday, hours).map(textOf)).toEqual(expected);
  });

  it.each([
    ['2026-11-22', 'a Sunday'],
    ['2026-12-25', 'a public holiday'],
    ['2026-08-17', 'the substitute of a public holiday'],
  ])('has none on %s, %s', (day) => {
    expect(slotsOfDay(day, kst('2026-01-01T00:00'), { ...USUAL, 6: [DESK] })).toEqual([]);
  });

  it('has some on a Saturday with hours, unless it is a holiday', () => {
    const hours = { 6: [{ opens: 600, closes: 660 }] };
    expect(slotsOfDay('2026-11-28', sunday, hours).map(textOf)).toEqual(['10:00-10:30', '10:30-11:00']);
    expect(slotsOfDay('2026-10-03', kst('2026-01-01T00:00'), hours)).toEqual([]);
  });

  it.each([
    ['2026-11-23T15:00:00', ['17:00-17:30', '17:30-18:00']],
    ['2026-11-23T15:00:01', ['17:30-18:00']],
    ['2026-11-23T15:30:01', []],
  ])('leaves out at %s what begins within two hours', (now, expected) => {
    expect(slotsOfDay('2026-11-23', kst(now), USUAL).map(textOf)).toEqual(expected);
  });
});

describe('any hours, at any moment', () => {
  const FROM = Date.parse('2025-01-01T00:00:00Z');
  const TO = Date.parse('2029-12-31T00:00:00Z');
  const moment = fc.integer({ min: FROM / 1000, max: TO / 1000 }).map((seconds) => new Date(seconds * 1000));
  const period = fc
    .tuple(fc.integer({ min: 0, max: 1438 }), fc.integer({ min: 1, max: 1439 }))
    .map(([one, other]) => ({ opens: Math.min(one, other), closes: Math.max(one, other) }))
    .filter(({ opens, closes }) => opens < closes);
  const hours = period.map((each) => ({ 1: [each], 3: [each], 5: [each], 6: [each] }));

  it('gives slots of half an hour within the hours of days that are no holidays, at least two hours ahead', () => {
    fc.assert(
      fc.property(moment, hours, fc.integer({ min: 1, max: 14 }), (now, week, days) => {
        const slots = slotsOfDays(koreanDay(now), days, now, week);
        for (const [at, { startsAt, endsAt }] of slots.entries()) {
          const day = koreanDay(startsAt);
          expect(endsAt.getTime() - startsAt.getTime()).toBe(HOUR_MS / 2);
          expect(startsAt.getTime() - now.getTime()).toBeGreaterThanOrEqual(2 * HOUR_MS);
          expect([1, 3, 5, 6]).toContain(weekdayOf(day));
          expect(isPublicHoliday(day)).toBe(false);
          expect(startsAt >= momentOf(day, week[1][0]?.opens ?? 0)).toBe(true);
          expect(endsAt <= momentOf(day, week[1][0]?.closes ?? 0)).toBe(true);
          const next = slots[at + 1];
          if (next) expect(next.startsAt >= endsAt).toBe(true);
        }
      }),
    );
  });

  it('leaves less than a slot unused at the end of a period', () => {
    fc.assert(
      fc.property(period, (each) => {
        const slots = slotsOfDay('2026-11-23', new Date(FROM), { 1: [each] });
        expect(slots).toHaveLength(Math.floor((each.closes - each.opens) / 30));
      }),
    );
  });

  it('finds a slot by its beginning and by nothing else', () => {
    fc.assert(
      fc.property(moment, hours, fc.integer({ min: 1, max: 29 }), (now, week, minutes) => {
        for (const slot of slotsOfDays(koreanDay(now), 5, now, week)) {
          expect(slotAt(slot.startsAt, now, week)).toEqual(slot);
          expect(slotAt(new Date(slot.startsAt.getTime() + minutes * 60_000), now, week)).toBeUndefined();
        }
      }),
    );
  });
});

describe('placesLeft', () => {
  const slot = { startsAt: kst('2026-11-23T11:00'), endsAt: kst('2026-11-23T13:00') };
  const next = { startsAt: kst('2026-11-23T13:00'), endsAt: kst('2026-11-23T15:00') };
  const shifted = { startsAt: kst('2026-11-23T12:00'), endsAt: kst('2026-11-23T14:00') };

  it('counts calls that overlap, also of other office hours', () => {
    expect(placesLeft(slot, [], 2)).toBe(2);
    expect(placesLeft(slot, [next], 2)).toBe(2);
    expect(placesLeft(slot, [slot, shifted], 3)).toBe(1);
  });

  it('is never negative after the capacity was lowered', () => {
    expect(placesLeft(slot, [slot, slot, slot], 2)).toBe(0);
  });
});
