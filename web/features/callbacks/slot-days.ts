import type { CallbackSlot } from '#shared/features/callbacks/schemas.ts';
import { toKoreanLocal } from '#shared/format/korean-local.ts';

/** The slots of one day in Korea; `day` as in `2026-11-24`. */
export type SlotDay = { day: string; slots: CallbackSlot[]; isFull: boolean };

/** Groups slots, which are in order, by their day. */
export function slotDays(slots: readonly CallbackSlot[]): SlotDay[] {
  const days: SlotDay[] = [];
  for (const slot of slots) {
    const day = toKoreanLocal(slot.starts_at).slice(0, 10);
    const last = days.at(-1);
    if (last?.day === day) last.slots.push(slot);
    else days.push({ day, slots: [slot], isFull: true });
  }
  for (const entry of days) entry.isFull = entry.slots.every(({ left }) => left === 0);
  return days;
}
