import { koreanDayAt } from '#server/lib/korean-day.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import type { CallbackSlot } from '#shared/features/callbacks/schemas.ts';
import { MAX_SLOT_DAYS, placesLeft, slotsOfDays } from '#shared/rules/work/callback-slots.ts';
import type { CallbackDeps } from './callback-deps.ts';
import { listBooked, readSettings } from './callbacks.queries.ts';

/**
 * Slots that can be booked from a day on, today unless it is given, with the places left in each.
 */
export async function listSlots(
  { db, clock, deskHours }: CallbackDeps,
  { from, days = MAX_SLOT_DAYS }: { from?: string | undefined; days?: number | undefined },
): Promise<CallbackSlot[]> {
  const now = clock.now();
  const { capacity, hours } = await readSettings(db, deskHours);
  const slots = slotsOfDays(from ?? koreanDayAt(now), days, now, hours);
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return [];
  const booked = await listBooked(db, { startsAt: first.startsAt, endsAt: last.endsAt });
  return slots.map((slot) => ({
    starts_at: wireTime(slot.startsAt),
    ends_at: wireTime(slot.endsAt),
    left: placesLeft(slot, booked, capacity),
  }));
}
