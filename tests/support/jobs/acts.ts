import { announceActs } from '#server/features/orders/work/announce-acts.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { TestApp } from '../app/app.ts';

/** Announces the acts of administrators that are due, as the job does. */
export function announceDue(shop: TestApp): Promise<void> {
  return announceActs(shop.deps.consultations);
}

/** Lets the minute pass in which acts of administrators can be taken back, and announces them. */
export async function passMinute(shop: TestApp): Promise<void> {
  shop.clock.advance(MINUTE_MS);
  await announceDue(shop);
}
