import { SANDBOX_PATH } from '#shared/rules/payment-hosts.ts';
import { encryptForProvider } from '#tests/support/provider-form.ts';
import { type Browser, openBrowser, send } from './http.ts';

type Plan = { serviceId: number; name: string; price: number };
type Placed = { orderId: number; order_number: string; price: number };
/** Where the provider plays, and the key that the shop is known by there. */
type Provider = { url: string; clientKey: string };

export type OrderResult = { users: number; perSecond: number; medianMs: number; p99Ms: number; orders: number };

const RECEIPT_ID = /[0-9a-f]{24}/;

/** The buyer's half at the provider, as its client SDK and its payment page do it: open a window, choose, agree, pay. */
async function payAtProvider({ url, clientKey }: Provider, order: Placed): Promise<string> {
  const form = encryptForProvider({
    client_key: clientKey,
    order_id: order.order_number,
    order_name: '부하 측정',
    price: order.price,
    tax_free: 0,
    items: [{ id: '1', name: '부하 측정', qty: 1, price: order.price }],
    extra: { open_type: 'popup', separately_confirmed: true, timeout: 30 },
  });
  const opened = await send(new URL(`${SANDBOX_PATH}/v2/request/payment`, url), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  const receiptId = RECEIPT_ID.exec(opened.body)?.[0];
  if (!receiptId) throw new Error(`no payment window: ${opened.status} ${opened.body.slice(0, 200)}`);
  const paid = await send(new URL(`${SANDBOX_PATH}/pay/${receiptId}/approve`, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'card', has_agreed: true }),
  });
  if (paid.status !== 200) throw new Error(`not paid: ${paid.status} ${paid.body}`);
  return receiptId;
}

type Buyer = { browser: Browser; soldierId: number };

async function signUp(shopUrl: string, userId: string): Promise<Buyer> {
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
 * One order from placing to confirmed. Returns the milliseconds that the shop took: its two calls, without what the buyer
 * does at the provider in between.
 */
async function buy({ browser, soldierId }: Buyer, plan: Plan, provider: Provider): Promise<number> {
  const placedAt = performance.now();
  const order = await browser.expect<Placed>(201, 'POST', '/api/orders', {
    service_id: plan.serviceId,
    soldier_id: soldierId,
    selected_plan: plan.name,
    price: plan.price,
  });
  const placingMs = performance.now() - placedAt;
  const receiptId = await payAtProvider(provider, order);
  const confirmingAt = performance.now();
  await browser.expect(200, 'POST', '/api/bootpay/confirm', {
    order_id: order.orderId,
    receipt_id: receiptId,
    price: order.price,
  });
  return placingMs + performance.now() - confirmingAt;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Orders created and confirmed per second by so many users at once, each one order after the other, for some seconds. */
export async function measureOrders(
  shopUrl: string,
  provider: Provider,
  users: number,
  seconds: number,
): Promise<OrderResult> {
  const catalogue = await (await openBrowser(shopUrl)).expect<
    { id: number; price: { plans: { name: string; price: number }[] } }[]
  >(200, 'GET', '/api/services');
  const plans = catalogue.flatMap(({ id, price }) => price.plans.map((plan) => ({ serviceId: id, ...plan })));
  const run = Math.random().toString(36).slice(2, 8);
  const buyers = await Promise.all(Array.from({ length: users }, (_, at) => signUp(shopUrl, `bench-${run}-${at}`)));
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
    users,
    orders: times.length,
    perSecond: times.length / tookSeconds,
    medianMs: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
  };
}
