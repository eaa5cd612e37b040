import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/start-embedded-postgres.ts';
import type { Conversation, Message } from '#shared/features/consultations/schemas.ts';
import { type Balancer, startBalancer } from '#tests/support/app/balancer.ts';
import { type Browser, openBrowser } from '#tests/support/app/http-browser.ts';
import { type ShopProcess, startShop } from '#tests/support/app/shop-process.ts';
import { urlOf } from '#tests/support/payments/payment-environment.ts';

const EACH_SIDE = 100;
const KILLED_AFTER = 40;
const MOST_TRIES = 300;

let folder: string;
let postgres: EmbeddedPostgres;
let balancer: Balancer;
let instances: ShopProcess[] = [];

async function start(): Promise<ShopProcess> {
  const shop = await startShop(folder, {
    DATABASE_URL: urlOf(postgres.connection),
    PUBLIC_URL: balancer.url,
    PAGES: 'none',
    LIMIT_MESSAGES_PER_MINUTE: '0',
    SEED_SAMPLE: '0',
  });
  await shop.ready();
  return shop;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-killed-'));
  // A temporary folder is closed to others; the database's account has to get into this one.
  chmodSync(folder, 0o755);
  postgres = await startEmbeddedPostgres(folder);
  balancer = await startBalancer();
  const first = await start();
  instances = [first, await start()];
  balancer.use(instances.map(({ url }) => url));
  // It looks for instances that are ready.
  while ((await fetch(`${balancer.url}/readyz`)).status !== 200) await delay(50);
});
afterAll(async () => {
  await Promise.all(instances.map((shop) => shop.end('SIGKILL')));
  await balancer.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends as a page does: the same client id until an answer comes. */
async function sendOften(browser: Browser, path: string, name: string, onSent: () => void): Promise<string[]> {
  const sent: string[] = [];
  for (let number = 1; number <= EACH_SIDE; number += 1) {
    const body = { client_id: randomUUID(), text: `${name} ${number}` };
    for (let tries = 0; ; tries += 1) {
      const answer = await browser.call('POST', path, body).catch(() => undefined);
      if (answer?.status === 201 || answer?.status === 200) break;
      if (tries > MOST_TRIES) throw new Error(`not sent: ${answer?.status} ${answer?.body}`);
      await delay(50);
    }
    sent.push(body.text);
    onSent();
  }
  return sent;
}

it('an instance that is killed amid 200 messages of both sides loses none and doubles none', async () => {
  const customer = await openBrowser(balancer.url);
  const staff = await openBrowser(balancer.url);
  const account = { userId: 'customer', password: 'secret-12345', phone: '01012345678', email: 'c@example.com' };
  await customer.expect(201, 'POST', '/api/auth/register', { ...account, fullname: '고객', acceptedTos: true });
  await customer.expect(200, 'POST', '/api/auth/login', { userId: account.userId, password: account.password });
  await staff.expect(200, 'POST', '/api/auth/login', { userId: 'admin', password: 'administrator-1' });
  const opening = { subject: '문의', text: '시작', client_id: randomUUID() };
  const { id } = await customer.expect<Conversation>(201, 'POST', '/api/consultations', opening);

  let count = 0;
  let replaced: Promise<void> | undefined;
  const onSent = () => {
    count += 1;
    if (count !== KILLED_AFTER) return;
    replaced = (async () => {
      await instances[0]?.end('SIGKILL');
      instances[0] = await start();
      balancer.use(instances.map(({ url }) => url));
    })();
  };
  const [ours, theirs] = await Promise.all([
    sendOften(staff, `/api/admin/consultations/${id}/messages`, '담당자', onSent),
    sendOften(customer, `/api/consultations/${id}/messages`, '고객', onSent),
  ]);
  await replaced;
  const read = (browser: Browser, area: string, after: number) =>
    browser.expect<Message[]>(200, 'GET', `${area}/${id}/messages?after=${after}&limit=200`);
  const seen = [
    ...(await read(customer, '/api/consultations', 0)),
    ...(await read(customer, '/api/consultations', 200)),
  ];
  const shown = [
    ...(await read(staff, '/api/admin/consultations', 0)),
    ...(await read(staff, '/api/admin/consultations', 200)),
  ];
  expect(seen.map(({ seq }) => seq)).toEqual(Array.from({ length: 2 * EACH_SIDE + 1 }, (_, at) => at + 1));
  const of = (kind: string) => seen.filter(({ author }) => author.kind === kind).map(({ text }) => text);
  expect(of('staff')).toEqual(ours);
  expect(of('customer')).toEqual(['시작', ...theirs]);
  expect(shown.map(({ seq, text }) => [seq, text])).toEqual(seen.map(({ seq, text }) => [seq, text]));
});
