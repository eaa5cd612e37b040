import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBusinessDay, isDeskOpen, koreanDay } from '../business-days.ts';
import { placesLeft, type Slot, slotAt, slotsOfDay, slotsOfDays } from './callback-slots.ts';

const HOUR_MS = 3_600_000;
const kst = (text: string) => new Date(`${text}+09:00`);
/** `10:00-12:00` in Korea. */
function textOf({ startsAt, endsAt }: Slot): string {
  const time = (at: Date) => new Date(at.getTime() + 9 * HOUR_MS).toISOString().slice(11, 16);
  return `${time(startsAt)}-${time(endsAt)}`;
}

describe('slotsOfDay', () => {
  const sunday = kst('2026-11-22T12:00');
  it.each([
    [
      'the usual hours',
      { opens: 9 * 60, closes: 18 * 60 },
      ['09:00-11:00', '11:00-13:00', '13:00-15:00', '15:00-17:00'],
    ],
    ['odd hours', { opens: 10 * 60, closes: 17 * 60 + 30 }, ['10:00-12:00', '12:00-14:00', '14:00-16:00']],
    ['hours off the full hour', { opens: 8 * 60 + 45, closes: 12 * 60 + 45 }, ['08:45-10:45', '10:45-12:45']],
    ['exactly two hours', { opens: 600, closes: 720 }, ['10:00-12:00']],
    ['less than two hours', { opens: 600, closes: 719 }, []],
  ])('divides %s', (_name, hours, expected) => {
    expect(slotsOfDay('2026-11-23', sunday, hours).map(textOf)).toEqual(expected);
  });

  it.each([
    ['2026-11-22', 'a Sunday'],
    ['2026-12-25', 'a public holiday'],
    ['2026-08-17', 'the substitute of a public holiday'],
  ])('has none on %s, %s', (day) => {
    expect(slotsOfDay(day, kst('2026-01-01T00:00'))).toEqual([]);
  });

  it.each([
    ['2026-11-23T08:59:59', ['11:00-13:00', '13:00-15:00', '15:00-17:00']],
    ['2026-11-23T09:00:01', ['13:00-15:00', '15:00-17:00']],
    ['2026-11-23T13:00:01', []],
  ])('leaves out at %s what begins within two hours', (now, expected) => {
    expect(slotsOfDay('2026-11-23', kst(now)).map(textOf)).toEqual(expected);
  });
});

describe('any office hours, at any moment', () => {
  const FROM = Date.parse('2025-01-01T00:00:00Z');
  const TO = Date.parse('2029-12-31T00:00:00Z');
  const moment = fc.integer({ min: FROM / 1000, max: TO / 1000 }).map((seconds) => new Date(seconds * 1000));
  const hours = fc
    .tuple(fc.integer({ min: 0, max: 1438 }), fc.integer({ min: 1, max: 1439 }))
    .map(([one, other]) => ({ opens: Math.min(one, other), closes: Math.max(one, other) }))
    .filter(({ opens, closes }) => opens < closes);

  it('gives slots of two hours within the hours of business days, at least two hours ahead', () => {
    fc.assert(
      fc.property(moment, hours, fc.integer({ min: 1, max: 14 }), (now, desk, days) => {
        const slots = slotsOfDays(koreanDay(now), days, now, desk);
        for (const [at, { startsAt, endsAt }] of slots.entries()) {
          expect(endsAt.getTime() - startsAt.getTime()).toBe(2 * HOUR_MS);
          expect(startsAt.getTime() - now.getTime()).toBeGreaterThanOrEqual(2 * HOUR_MS);
          expect(isBusinessDay(koreanDay(startsAt))).toBe(true);
          expect(isDeskOpen(startsAt, desk) && isDeskOpen(new Date(endsAt.getTime() - 1), desk)).toBe(true);
          const next = slots[at + 1];
          if (next) expect(next.startsAt >= endsAt).toBe(true);
        }
      }),
    );
  });

  it('leaves less than a slot unused at the end of a day', () => {
    fc.assert(
      fc.property(hours, (desk) => {
        const slots = slotsOfDay('2026-11-24', new Date(FROM), desk);
        expect(slots).toHaveLength(Math.floor((desk.closes - desk.opens) / 120));
      }),
    );
  });

  it('finds a slot by its beginning and by nothing else', () => {
    fc.assert(
      fc.property(moment, hours, fc.integer({ min: 1, max: 119 }), (now, desk, minutes) => {
        for (const slot of slotsOfDays(koreanDay(now), 5, now, desk)) {
          expect(slotAt(slot.startsAt, now, desk)).toEqual(slot);
          expect(slotAt(new Date(slot.startsAt.getTime() + minutes * 60_000), now, desk)).toBeUndefined();
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
