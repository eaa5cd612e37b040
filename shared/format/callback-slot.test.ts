import { expect, it } from 'vitest';
import { formatSlot, formatSlotDay, formatSlotTime } from './callback-slot.ts';

it('reads a slot in Korean time', () => {
  const slot = { starts_at: '2026-11-24T01:00:00.000Z', ends_at: '2026-11-24T03:00:00.000Z' };
  expect(formatSlotDay(slot.starts_at)).toBe('11월 24일(화)');
  expect(formatSlotTime(slot)).toBe('10:00~12:00');
  expect(formatSlot(slot)).toBe('11월 24일(화) 10:00~12:00');
});
