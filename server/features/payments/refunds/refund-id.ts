import { createHash } from 'node:crypto';

function cancelIdOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Returns the `cancel_id` of the automatic refund of a rejected receipt, one per receipt. */
export function returnIdFor(orderId: number, receiptId: string): string {
  return cancelIdOf(`${orderId}:${receiptId}`);
}

/** Returns the `cancel_id` of an administrator's refund; the same key means the same refund. */
export function issuedIdFor(orderId: number, requestKey: string): string {
  return cancelIdOf(`refund:${orderId}:${requestKey}`);
}
