import type { Callee } from '#shared/rules/work/callback-slots.ts';
import { type CaseFacts, mayRead } from './case-access.ts';

type Reader = CaseFacts & { userId: number; buyerId: number };

/**
 * Returns whether a person reads of a booked call: who booked it, the buyer that an administrator calls, and
 * those who read appointments (contract §8). `booked_by` is null where an administrator booked it.
 */
export function mayReadCall(reader: Reader, { whom, booked_by }: { whom: Callee; booked_by: number | null }): boolean {
  const isCalledBuyer = booked_by === null && whom === 'buyer' && reader.userId === reader.buyerId;
  return mayRead(reader, 'appointments', { isOwn: booked_by === reader.userId || isCalledBuyer });
}
