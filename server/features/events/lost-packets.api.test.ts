import pg, { type ClientConfig } from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { SECOND_MS } from '#server/lib/time.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { answer, buildCustomer, openConversation, readThread, say } from '#tests/support/app/consultations.ts';
import { readEvents } from '#tests/support/app/event-reader.ts';
import { type StallingProxy, startStallingProxy } from '#tests/support/providers/stalling-proxy.ts';

let proxy: StallingProxy;
/** Past the proxy. */
let direct: ClientConfig;
const notificationsVia = async (connection: ClientConfig) => {
  direct = connection;
  proxy = await startStallingProxy(connection);
  return proxy.connection;
};
const lines: string[] = [];
vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
const shop = await setUpTestApp({
  notificationsVia,
  env: { LOG_LEVEL: 'warn' },
  logTo: { write: (line) => lines.push(line) },
});
afterAll(async () => {
  await proxy.close();
  vi.useRealTimers();
});

it('loses and repeats no event, and no change of the catalogue, when the listening connection is dead without an error', {
  timeout: 60_000,
}, async () => {
  const admin = await buildAdmin(shop);
  const customer = await buildCustomer(shop);
  const { id } = await openConversation(customer);
  const readers = [await readEvents(shop, customer.client), await readEvents(shop, admin.client)];
  const seen = () =>
    readers.map(({ events }) => events.filter(({ name }) => name === 'message').map(({ data }) => data.seq));
  const until = (seq: number) => Promise.all(readers.map((reader) => reader.until(({ data }) => data.seq === seq)));
  await answer(admin, id, '둘');
  await until(2);

  proxy.stall();
  const [service] = await Promise.all([shop.buildService(), answer(admin, id, '셋'), say(customer, id, '넷')]);
  // The next look, its time without an answer, and the pause until a new connection.
  await vi.advanceTimersByTimeAsync(5 * SECOND_MS + 5 * SECOND_MS + SECOND_MS);
  await until(4);
  await expect.poll(() => shop.deps.catalogue.find(service.id)?.title).toBe(service.title);
  for (const text of ['다섯', '여섯', '일곱']) await say(customer, id, text);
  await until(7);

  // A poll that overtakes notifications names the newest message alone; a page then asks for all
  // since its own last one. The notifications come behind it, each once.
  for (const seqs of seen()) {
    expect(seqs).toContain(7);
    expect(seqs).toEqual([...new Set(seqs)]);
  }
  expect((await readThread(customer, id, '?after=2')).map(({ seq }) => seq)).toEqual([3, 4, 5, 6, 7]);
  for (const reader of readers) reader.close();
});

it('does not listen at a server that only reads, as a former primary does', {
  timeout: 60_000,
}, async () => {
  const outsider = new pg.Client(direct);
  await outsider.connect();
  const database = pg.escapeIdentifier(direct.database ?? '');
  const isRefused = (line: string) => line.includes('notifications interrupted') && line.includes('takes no writes');
  try {
    await outsider.query(`alter database ${database} set default_transaction_read_only = on`);
    proxy.cut();
    await expect.poll(() => lines.some(isRefused)).toBe(true);
  } finally {
    await outsider.query(`alter database ${database} reset default_transaction_read_only`);
    await outsider.end();
  }
  const customer = await buildCustomer(shop);
  const { id } = await openConversation(customer);
  const reader = await readEvents(shop, customer.client);
  await say(customer, id, '둘');
  await reader.until(({ data }) => data.seq === 2);
  reader.close();
});
