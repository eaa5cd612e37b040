import { z } from 'zod';
import { day, id, timestamp } from '#shared/contract/fields.ts';
import { MAX_CAPACITY, MAX_SLOT_DAYS } from '#shared/rules/work/callback-slots.ts';

const DAYS_MESSAGE = `기간은 1일부터 ${MAX_SLOT_DAYS}일까지 입력할 수 있습니다.`;
const START_MESSAGE = '전화 상담 시간을 선택해주세요.';
const CAPACITY_MESSAGE = `시간마다 받을 인원을 0부터 ${MAX_CAPACITY}까지의 정수로 입력해주세요.`;

/** From today on unless `from` is given. */
export const slotsQuery = z.object({
  from: day().optional(),
  days: z
    .string()
    .regex(/^\d{1,2}$/, DAYS_MESSAGE)
    .transform(Number)
    .pipe(z.int().min(1, DAYS_MESSAGE).max(MAX_SLOT_DAYS, DAYS_MESSAGE))
    .optional(),
});
export type SlotsQuery = z.input<typeof slotsQuery>;

/** A time window in which the firm calls, with the places that are left. */
export const callbackSlot = z.object({ starts_at: timestamp, ends_at: timestamp, left: z.int().min(0) });
export type CallbackSlot = z.infer<typeof callbackSlot>;

/** The beginning of a slot. */
export const bookCallbackBody = z.object({
  starts_at: z.iso.datetime({ offset: true, error: START_MESSAGE }),
});
export type BookCallbackBody = z.input<typeof bookCallbackBody>;

/** Today unless a day is given. */
export const callbacksQuery = z.object({ date: day().optional() });
export type CallbacksQuery = z.input<typeof callbacksQuery>;

/** A booked call as administrators see it; `contacted_at` is set once the firm has called. */
export const adminCallback = z.object({
  order_id: id,
  order_number: z.string(),
  customer: z.string(),
  phone: z.string(),
  starts_at: timestamp,
  ends_at: timestamp,
  contacted_at: timestamp.nullable(),
});
export type AdminCallback = z.infer<typeof adminCallback>;

/** Places in each slot. What is booked stays, also beyond it. */
export const callbackCapacity = z.object({
  capacity: z.int({ error: CAPACITY_MESSAGE }).min(0, CAPACITY_MESSAGE).max(MAX_CAPACITY, CAPACITY_MESSAGE),
});
export type CallbackCapacity = z.infer<typeof callbackCapacity>;
