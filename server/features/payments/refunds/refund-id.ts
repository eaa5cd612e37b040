import { createHash } from 'node:crypto';

function cancelIdOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** The `cancel_id` of the refund by which the shop itself gives a rejected receipt back: one for each receipt. */
export function returnIdFor(orderId: number, receiptId: string): string {
  return cancelIdOf(`${orderId}:${receiptId}`);
}

/** The `cancel_id` of an administrator's refund: a repeat with the same key is the same refund. */
export function issuedIdFor(orderId: number, requestKey: string): string {
  return cancelIdOf(`refund:${orderId}:${requestKey}`);
}
