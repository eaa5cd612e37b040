import { wireTimeOrNull } from '#server/lib/wire-time.ts';
import { contactDeadline } from '#shared/rules/business-days.ts';
import type { OrderRow } from './order-row.ts';

/**
 * Deadline of the firm's call to the buyer of a paid order; computed for orders older than its
 * column.
 */
export function contactByOf(order: OrderRow, paidAt: Date | null | undefined): string | null {
  if (order.status !== 'confirmed') return null;
  return wireTimeOrNull(order.contact_by ?? (paidAt ? contactDeadline(paidAt) : null));
}
