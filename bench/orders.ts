import { type Browser, openBrowser } from '#tests/support/app/http-browser.ts';
import { type Provider, payAtProvider } from '#tests/support/payments/pay-at-provider.ts';
import { quantile } from './environment.ts';

export type Plan = { serviceId: number; name: string; price: number };
type Placed = { orderId: number; order_number: string; price: number };
export type OrderResult = { users: number; perSecond: number; medianMs: number; p99Ms: number; orders: number };

export type Buyer = { browser: Browser; soldierId: number };

export async function signUp(shopUrl: string, userId: string): Promise<Buyer> {
  const browser = await openBrowser(shopUrl);
  const password = 'bench password 1';
  await browser.expect(201, 'POST', '/api/auth/register', {
    userId,
    password,
    phone: '010-0000-0000',
    fullname: '측정용',
    acceptedTos: true,
  });
  await browser.expect(200, 'POST', '/api/auth/login', { userId, password });
  const soldier = { fullname: '측정용', relationship: '자녀', military_status: '복무 중' };
  const { id } = await browser.expect<{ id: number }>(201, 'POST', '/api/soldiers', soldier);
  return { browser, soldierId: id };
}

/**
 * One order from placing to confirmed. Returns the milliseconds of the shop's two calls, without
 * the buyer's time at the provider.
 */
export async function buy({ browser, soldierId }: Buyer, plan: Plan, provider: Provider): Promise<number> {
  const placedAt = performance.now();
  const order = await browser.expect<Placed>(201, 'POST', '/api/orders', {
    service_id: plan.serviceId,
    soldier_id: soldierId,
    selected_plan: plan.name,
    price: plan.price,
  });
  const placingMs = performance.now() - placedAt;
  const receiptId = await payAtProvider(provider, { orderNumber: order.order_number, priceWon: order.price });
  const confirmingAt = performance.now();
  await browser.expect(200, 'POST', '/api/bootpay/confirm', {
    order_id: order.orderId,
    receipt_id: receiptId,
    price: order.price,
  });
  return placingMs + performance.now() - confirmingAt;
}

/** Every plan that can be bought. */
export async function plansOnSale(shopUrl: string): Promise<Plan[]> {
  const catalogue = await (await openBrowser(shopUrl)).expect<
    { id: number; price: { plans: { name: string; price: number }[] } }[]
  >(200, 'GET', '/api/services');
  return catalogue.flatMap(({ id, price }) => price.plans.map((plan) => ({ serviceId: id, ...plan })));
}

/** Signs up new buyers at the shop. */
export async function signUpBuyers(shopUrl: string, users: number): Promise<Buyer[]> {
  const run = Math.random().toString(36).slice(2, 8);
  return Promise.all(Array.from({ length: users }, (_, at) => signUp(shopUrl, `bench-${run}-${at}`)));
}

/** Orders created and confirmed per second by these buyers at once, for some seconds. */
export async function measureBuyers(
  buyers: readonly Buyer[],
  plans: readonly Plan[],
  provider: Provider,
  seconds: number,
): Promise<OrderResult> {
  const times: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  await Promise.all(
    buyers.map(async (buyer, at) => {
      for (let round = at; performance.now() < until; round += 1) {
        const plan = plans[round % plans.length];
        if (!plan) throw new Error('the catalogue has no plans');
        times.push(await buy(buyer, plan, provider));
      }
    }),
  );
  const tookSeconds = (performance.now() - startedAt) / 1000;
  times.sort((a, b) => a - b);
  return {
    users: buyers.length,
    orders: times.length,
    perSecond: times.length / tookSeconds,
    medianMs: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
  };
}
