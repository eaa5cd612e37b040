import { wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { OrderRow } from '../orders.moves.ts';

/** Deadline of the firm's call to the buyer of a paid order. */
export function contactByOf({ status, contact_by }: Pick<OrderRow, 'status' | 'contact_by'>): string | null {
  return status === 'confirmed' ? wireTimeOrNull(contact_by) : null;
}
