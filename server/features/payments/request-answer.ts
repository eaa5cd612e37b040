import { readRequestNote } from '#server/features/orders/order-texts.ts';
import type { OrderReading } from '#server/features/orders/orders.lookup.ts';

/** Reads the administrator's answer to a refund request; empty where it was erased. */
export async function readRequestAnswer({ db, dataKeys }: OrderReading, requestId: number): Promise<string> {
  const request = await db
    .selectFrom('refund_requests')
    .select(['refund_requests.id', 'refund_requests.note_sealed'])
    .where('refund_requests.id', '=', requestId)
    .executeTakeFirst();
  return request ? readRequestNote(dataKeys, request) : '';
}
