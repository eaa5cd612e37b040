import { setTimeout as delay } from 'node:timers/promises';
import { type Provider, payAtProvider } from '#tests/support/payments/pay-at-provider.ts';
import { LOST_STATUS } from './balancer.ts';
import { PLAN } from './factories.ts';
import { type Answer, type Browser, openBrowser } from './http-browser.ts';
import { SERVICE_BODY } from './service-body.ts';

/** Successful writes, and unexpected responses. */
export type LoadBook = {
  userIds: string[];
  orderIds: number[];
  confirmedIds: number[];
  savedTaglines: string[];
  counts: Map<string, number>;
  unexpected: string[];
};

const PASSWORD = 'long enough 1';
/** Concurrent registrations; password hashing is the most expensive call. */
const ROUNDS_PER_ACCOUNT = 5;
const PAUSE_MS = 100;
/** Retry limit of a minute, much longer than any outage. */
const MOST_TRIES = 600;

export const newLoadBook = (): LoadBook => ({
  userIds: [],
  orderIds: [],
  confirmedIds: [],
  savedTaglines: [],
  counts: new Map(),
  unexpected: [],
});

/** Retries while responses are temporary errors or lost; records unexpected ones. */
async function insist(book: LoadBook, accepted: readonly number[], what: string, call: () => Promise<Answer>) {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const answer = await call();
    const seen = `${what} ${answer.status}`;
    book.counts.set(seen, (book.counts.get(seen) ?? 0) + 1);
    if (accepted.includes(answer.status)) return answer;
    const isNotNow = answer.status === 503 && Number(answer.retryAfter) > 0;
    if (!isNotNow && answer.status !== LOST_STATUS) book.unexpected.push(`${seen} ${answer.body.slice(0, 200)}`);
    await delay(PAUSE_MS);
  }
  throw new Error(`${what}: never answered`);
}

async function openWhenReady(url: string): Promise<Browser> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const browser = await openBrowser(url).catch(() => undefined);
    if (browser) return browser;
    await delay(PAUSE_MS);
  }
  throw new Error('no browser');
}

type Post = (what: string, accepted: readonly number[], path: string, body: unknown) => Promise<Answer>;

async function join(book: LoadBook, post: Post, userId: string): Promise<void> {
  const account = { userId, password: PASSWORD, phone: '010-0000-0000', acceptedTos: true };
  // Registered already if the first response was lost.
  const made = await post('register', [201, 409], '/api/auth/register', account);
  if (made.status === 201) book.userIds.push(userId);
  await post('login', [200], '/api/auth/login', { userId, password: PASSWORD });
}

/** Repeats a purchase from registration to payment until the signal, at most `most` times. */
export async function buyOften(
  book: LoadBook,
  { url, provider, name, serviceId, isOver, most }: BuyerOptions,
): Promise<void> {
  let browser = await openWhenReady(url);
  for (let round = 0; round < most && !isOver(); round += 1) {
    const isNew = round % ROUNDS_PER_ACCOUNT === 0;
    if (isNew) browser = await openWhenReady(url);
    const post: Post = (what, accepted, path, body) =>
      insist(book, accepted, what, () => browser.call('POST', path, body));
    if (isNew) await join(book, post, `${name}${round}`);
    const wanted = { service_id: serviceId, selected_plan: PLAN.name, price: PLAN.price };
    const placed = await post('order', [201], '/api/orders', wanted);
    const order: { orderId: number; order_number: string; price: number } = JSON.parse(placed.body);
    book.orderIds.push(order.orderId);
    const receiptId = await payAtProvider(provider, { orderNumber: order.order_number, priceWon: order.price });
    const confirmation = { order_id: order.orderId, receipt_id: receiptId, price: order.price };
    await post('confirm', [200], '/api/bootpay/confirm', confirmation);
    book.confirmedIds.push(order.orderId);
    await insist(book, [200], 'my orders', () => browser.call('GET', '/api/orders/my'));
  }
}

type BuyerOptions = {
  url: string;
  provider: Provider;
  name: string;
  serviceId: number;
  isOver: () => boolean;
  most: number;
};

export const SOLD = {
  ...SERVICE_BODY,
  description: { title: '', sections: [] },
  requiresSoldier: false,
};

/** An administrator who saves one service repeatedly. */
export async function saveOften(
  book: LoadBook,
  admin: Browser,
  { serviceId, isOver, most }: Pick<BuyerOptions, 'serviceId' | 'isOver' | 'most'>,
): Promise<void> {
  for (let round = 0; round < most && !isOver(); round += 1) {
    const tagline = `저장 ${round}`;
    const save = () => admin.call('PUT', `/api/admin/services/${serviceId}`, { ...SOLD, tagline });
    await insist(book, [200], 'save', save);
    book.savedTaglines.push(tagline);
    await delay(PAUSE_MS);
  }
}
