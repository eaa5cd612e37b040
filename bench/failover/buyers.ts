import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '#tests/support/app/http-browser.ts';
import { type Provider, payAtProvider } from '#tests/support/payments/pay-at-provider.ts';
import { type Buyer, type Plan, signUp } from '../orders.ts';

/** One answer of the shop; `status` 0 is a connection that ended without one. */
export type Call = { what: 'order' | 'confirm' | 'page'; status: number; at: number; ms: number };
/** Describes what the shop has answered as done. */
export type Promised = { placed: string[]; confirmed: string[] };

const BUYERS = 6;
const RETRY_MS = 200;
const READ_MS = 100;
/** Much longer than any outage. */
const MOST_TRIES = 600;
const PAGES = ['/', '/services', '/api/services', '/about'];

type Placed = { orderId: number; order_number: string; price: number };

type Options = { urls: readonly string[]; plans: readonly Plan[]; provider: Provider; signal: AbortSignal };

/** The load of the drill, and what it has been answered. */
export type Load = {
  calls: readonly Call[];
  promised: Promised;
  /** Lets each buyer end the order that was begun. */
  stop: () => Promise<void>;
};

/**
 * Starts six buyers who place and pay one order after the other and repeat each call until it is
 * done, and a reader for each instance.
 */
export async function startLoad({ urls, plans, provider, signal }: Options): Promise<Load> {
  const calls: Call[] = [];
  const promised: Promised = { placed: [], confirmed: [] };
  let isOver = false;

  async function timed(what: Call['what'], call: () => Promise<{ status: number }>): Promise<void> {
    const at = performance.now();
    const { status } = await call().catch(() => ({ status: 0 }));
    calls.push({ what, status, at, ms: performance.now() - at });
  }

  async function insist(what: Call['what'], expected: number, call: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      let answer: Answer | undefined;
      await timed(what, async () => {
        answer = await call();
        return answer;
      });
      if (answer?.status === expected) return answer;
      await delay(RETRY_MS, undefined, { signal });
    }
    throw new Error(`${what}: never answered ${expected}`);
  }

  async function buyOn({ browser, soldierId }: Buyer, first: number): Promise<void> {
    for (let round = first; !isOver; round += 1) {
      const plan = plans[round % plans.length];
      if (!plan) throw new Error('the catalogue has no plans');
      const wanted = { service_id: plan.serviceId, soldier_id: soldierId, selected_plan: plan.name, price: plan.price };
      const answer = await insist('order', 201, () => browser.call('POST', '/api/orders', wanted));
      const order: Placed = JSON.parse(answer.body);
      promised.placed.push(order.order_number);
      const receiptId = await payAtProvider(provider, { orderNumber: order.order_number, priceWon: order.price });
      const confirmation = { order_id: order.orderId, receipt_id: receiptId, price: order.price };
      await insist('confirm', 200, () => browser.call('POST', '/api/bootpay/confirm', confirmation));
      promised.confirmed.push(order.order_number);
    }
  }

  async function readOn(url: string): Promise<void> {
    for (let round = 0; !isOver; round += 1) {
      await timed('page', async () => {
        const answer = await fetch(url + PAGES[round % PAGES.length]);
        await answer.arrayBuffer();
        return answer;
      });
      await delay(READ_MS, undefined, { signal });
    }
  }

  const urlOf = (at: number) => urls[at % urls.length] ?? '';
  const buyers = await Promise.all(Array.from({ length: BUYERS }, (_, at) => signUp(urlOf(at), `drill-${at}`)));
  const working = Promise.all([...buyers.map(buyOn), ...urls.map(readOn)]);
  // Reported by `stop`; meanwhile it is no unhandled rejection.
  working.catch(() => {});
  return {
    calls,
    promised,
    async stop() {
      isOver = true;
      await working;
    },
  };
}
