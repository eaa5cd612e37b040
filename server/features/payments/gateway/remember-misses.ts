import type { Clock } from '#server/lib/clock.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import { GatewayError, type PaymentGateway } from './gateway.ts';

/** Unknown receipts that a process remembers, which bounds its memory in a flood. */
const MOST_MISSES = 1000;

/**
 * Answers a receipt that the provider does not know for a minute without asking again: its ids are
 * random, so one that is made up stays unknown.
 */
export function rememberMisses(gateway: PaymentGateway, clock: Clock): PaymentGateway {
  const misses = new Map<string, { error: GatewayError; until: number }>();
  return {
    ...gateway,
    async findReceipt(receiptId) {
      const now = clock.now().getTime();
      const miss = misses.get(receiptId);
      if (miss && now < miss.until) throw miss.error;
      misses.delete(receiptId);
      try {
        return await gateway.findReceipt(receiptId);
      } catch (error) {
        if (error instanceof GatewayError && error.kind === 'not_found') {
          misses.set(receiptId, { error, until: now + MINUTE_MS });
          const [oldest] = misses.keys();
          if (oldest !== undefined && misses.size > MOST_MISSES) misses.delete(oldest);
        }
        throw error;
      }
    },
  };
}
