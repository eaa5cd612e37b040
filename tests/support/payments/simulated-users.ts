import { setTimeout as delay } from 'node:timers/promises';
import type { Order } from '#shared/features/orders/schemas.ts';
import { type Answer, type Browser, openBrowser } from '#tests/support/app/http-browser.ts';
import { depositAtProvider, type Payment, payAtProvider } from './pay-at-provider.ts';
import type { PaymentEnvironment } from './payment-environment.ts';

/** Describes what a buyer buys: the plan of a service. */
export type Purchase = { service_id: number; soldier_id: number; selected_plan: string; price: number };

type Placed = { orderId: number; order_number: string; price: number };

/** A person at a browser, who reaches any instance of the shop. */
export type Person = {
  /** Calls one of the instances; undefined when no answer came. */
  call: (method: string, path: string, body?: unknown, signal?: AbortSignal) => Promise<Answer | undefined>;
};

/**
 * Context of the simulated users. `random` returns numbers from 0 to below 1; `count` counts
 * events.
 */
export type Surroundings = {
  environment: PaymentEnvironment;
  instances: () => readonly string[];
  random: () => number;
  /** Who placed which order. */
  buyers: Map<number, Person>;
  /** True when receipts have readings of their own. */
  hasQuirks: boolean;
  count: (what: string) => void;
  /** Records what happened to one order, for finding the cause of a problem. */
  note: (orderNumber: string, what: string) => void;
};

/** Creates a person with a session; browsers are opened as instances come and go. */
export function createPerson({ instances, random }: Surroundings, cookies: Record<string, string>): Person {
  const browsers = new Map<string, Promise<Browser>>();
  async function browserAt(url: string): Promise<Browser> {
    const opened = browsers.get(url) ?? openBrowser(url, cookies);
    browsers.set(url, opened);
    return opened.catch((error: unknown) => {
      browsers.delete(url);
      throw error;
    });
  }
  return {
    async call(method, path, body, signal) {
      const urls = instances();
      const url = urls[Math.floor(random() * urls.length)];
      if (!url) return undefined;
      return browserAt(url)
        .then((browser) => browser.call(method, path, body, signal))
        .catch(() => undefined);
    },
  };
}

/** Tries until the shop has answered for good, as a patient person does; at most `tries` times. */
async function insist(call: () => Promise<Answer | undefined>, tries: number): Promise<Answer | undefined> {
  let answer: Answer | undefined;
  for (let made = 0; made < tries; made += 1) {
    answer = await call();
    if (answer && answer.status < 500) return answer;
    await delay(200);
  }
  return answer;
}

function confirmer(buyer: Person, { count, note }: Surroundings, order: Placed) {
  return async (receiptId: string, signal?: AbortSignal): Promise<Answer | undefined> => {
    const body = { order_id: order.orderId, receipt_id: receiptId, price: order.price };
    const answer = await buyer.call('POST', '/api/bootpay/confirm', body, signal);
    count(`confirm ${answer?.status ?? 'no answer'}`);
    note(
      order.order_number,
      `confirm ${receiptId} ${answer?.status} ${/"code":"\w+/.exec(answer?.body ?? '')?.[0] ?? ''}`,
    );
    return answer;
  };
}

type Buying = Surroundings & { buyer: Person; order: Placed };

/** The ways in which people pay, each with its weight; every one ends when the buyer has gone. */
const WAYS: [weight: number, name: string, way: (buying: Buying) => Promise<void>][] = [
  [40, 'waits for the end', async (here) => void (await insist(() => confirmNew(here), 4))],
  [15, 'confirms three times at once', confirmThrice],
  [15, 'goes away in the middle', goAway],
  [10, 'pays twice', payTwice],
  [8, 'is captured in the window', payInWindow],
  [7, 'cancels while it is confirmed', cancelMeanwhile],
  [6, 'pays into a virtual account', payIntoAccount],
];

/** Those that come with the readings of the provider's documents. */
const MORE_WAYS: typeof WAYS = [
  [5, 'cancels with a virtual account issued', leaveAccount],
  [3, 'changes tax_free in the browser', changeTaxFree],
];

function payFor({ environment, order }: Buying, more: Partial<Payment> = {}) {
  return payAtProvider(environment.provider, { orderNumber: order.order_number, priceWon: order.price, ...more });
}

const receipts = new WeakMap<Buying, Promise<string>>();

/** One receipt for all tries of a buyer. */
async function confirmNew(here: Buying): Promise<Answer | undefined> {
  const paid = receipts.get(here) ?? payFor(here);
  receipts.set(here, paid);
  return confirmer(here.buyer, here, here.order)(await paid);
}

async function confirmThrice(here: Buying): Promise<void> {
  const receiptId = await payFor(here);
  const confirm = confirmer(here.buyer, here, here.order);
  await Promise.all([1, 2, 3].map(() => insist(() => confirm(receiptId), 2)));
}

async function goAway(here: Buying): Promise<void> {
  const receiptId = await payFor(here);
  await confirmer(here.buyer, here, here.order)(receiptId, AbortSignal.timeout(1 + Math.floor(here.random() * 400)));
}

async function payTwice(here: Buying): Promise<void> {
  const isSeparatelyConfirmed = here.random() < 0.5;
  const paid = [await payFor(here), await payFor(here, { isSeparatelyConfirmed })];
  const confirm = confirmer(here.buyer, here, here.order);
  await Promise.all(paid.map((receiptId) => insistOnAnswer(() => confirm(receiptId))));
}

async function payInWindow(here: Buying): Promise<void> {
  const receiptId = await payFor(here, { isSeparatelyConfirmed: false });
  const confirm = confirmer(here.buyer, here, here.order);
  await insistOnAnswer(() => confirm(receiptId));
}

/**
 * Calls until the shop has taken the receipt on: any answer says so, but for 503 (without its
 * database).
 */
async function insistOnAnswer(call: () => Promise<Answer | undefined>): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    const answer = await call();
    if (answer && answer.status !== 503) return;
    await delay(500);
  }
}

async function cancelMeanwhile(here: Buying): Promise<void> {
  const receiptId = await payFor(here);
  const confirm = confirmer(here.buyer, here, here.order);
  async function cancel(): Promise<void> {
    await delay(here.random() * 100);
    const answer = await here.buyer.call('PATCH', `/api/orders/${here.order.orderId}`, { status: 'cancelled' });
    here.count(`cancel ${answer?.status ?? 'no answer'}`);
  }
  await Promise.all([insistOnAnswer(() => confirm(receiptId)), cancel()]);
}

async function payIntoAccount(here: Buying): Promise<void> {
  const receiptId = await payFor(here, { method: 'vbank' });
  const confirm = confirmer(here.buyer, here, here.order);
  await insistOnAnswer(() => confirm(receiptId));
  await deposit(here, receiptId);
}

/** Pays into the account, unless the shop has called it off. */
async function deposit({ environment, order, count, note }: Buying, receiptId: string): Promise<void> {
  const isTaken = await depositAtProvider(environment.provider, receiptId).then(
    () => true,
    () => false,
  );
  count(isTaken ? 'deposits' : 'deposits refused');
  note(order.order_number, `${isTaken ? 'deposit' : 'no deposit possible'} on ${receiptId}`);
}

/**
 * The order is cancelled while the account is open; a deposit may come all the same, if the account
 * still takes one.
 */
async function leaveAccount(here: Buying): Promise<void> {
  const receiptId = await payFor(here, { method: 'vbank' });
  const confirm = confirmer(here.buyer, here, here.order);
  await insistOnAnswer(() => confirm(receiptId));
  const answer = await here.buyer.call('PATCH', `/api/orders/${here.order.orderId}`, { status: 'cancelled' });
  here.count(`cancel ${answer?.status ?? 'no answer'}`);
  if (answer?.status === 200 && here.random() < 0.5) return;
  await deposit(here, receiptId);
}

async function changeTaxFree(here: Buying): Promise<void> {
  const isSeparatelyConfirmed = here.random() < 0.5;
  const receiptId = await payFor(here, { isSeparatelyConfirmed, tampered: { tax_free: here.order.price } });
  const confirm = confirmer(here.buyer, here, here.order);
  await insistOnAnswer(() => confirm(receiptId));
}

function chooseWay({ random, hasQuirks }: Surroundings) {
  const ways = hasQuirks ? [...WAYS, ...MORE_WAYS] : WAYS;
  let left = random() * ways.reduce((total, [weight]) => total + weight, 0);
  for (const [weight, name, way] of ways) {
    left -= weight;
    if (left < 0) return { name, way };
  }
  throw new Error('no way to pay');
}

/**
 * Places one order and pays for it in one of the ways. Returns the order as the buyer sees it, if a
 * call succeeds.
 */
export async function buy(here: Surroundings, buyer: Person, purchase: Purchase): Promise<Order | undefined> {
  const answer = await insist(() => buyer.call('POST', '/api/orders', purchase), 150);
  if (answer?.status !== 201) throw new Error(`no order: ${answer?.status} ${answer?.body}`);
  const order: Placed = JSON.parse(answer.body);
  here.count('orders placed');
  here.buyers.set(order.orderId, buyer);
  const { name, way } = chooseWay(here);
  here.count(`a buyer ${name}`);
  here.note(order.order_number, `the buyer ${name}`);
  await way({ ...here, buyer, order });
  const seen = await buyer.call('GET', `/api/orders/${order.orderId}`);
  return seen?.status === 200 ? JSON.parse(seen.body) : undefined;
}
