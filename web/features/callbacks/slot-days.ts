import type { CallbackSlot } from '#shared/features/callbacks/schemas.ts';
import { toKoreanLocal } from '#shared/format/korean-local.ts';

const EVENING = '18:00';

/**
 * The slots of one day in Korea; `day` as in `2026-11-24`. Few days have an evening, and people at
 * work look for it.
 */
export type SlotDay = { day: string; slots: CallbackSlot[]; isFull: boolean; hasEvening: boolean };

/** Groups slots, which are in order, by their day. */
export function slotDays(slots: readonly CallbackSlot[]): SlotDay[] {
  const days: SlotDay[] = [];
  for (const slot of slots) {
    const [day = '', time = ''] = toKoreanLocal(slot.starts_at).split('T');
    const isEvening = slot.left > 0 && time >= EVENING;
    const last = days.at(-1);
    if (last?.day === day) {
      last.slots.push(slot);
      last.hasEvening ||= isEvening;
    } else {
      days.push({ day, slots: [slot], isFull: true, hasEvening: isEvening });
    }
  }
  for (const entry of days) entry.isFull = entry.slots.every(({ left }) => left === 0);
  return days;
}
