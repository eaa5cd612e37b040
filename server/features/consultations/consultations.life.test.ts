import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/start-embedded-postgres.ts';
import type { Conversation, Message } from '#shared/features/consultations/schemas.ts';
import { type EventReader, readEvents } from '#tests/support/app/event-reader.ts';
import { type Browser, openBrowser } from '#tests/support/app/http-browser.ts';
import { type Instances, startInstances } from '#tests/support/instances/start-instances.ts';
import { liftLimits } from '#tests/support/limits/lift-limits.ts';
import { urlOf } from '#tests/support/payments/payment-environment.ts';

const EACH_SIDE = 100;
const FAULT_AFTER = 40;
/** Of a message that gets no answer, 50 ms apart: a database takes its time on a busy machine. */
const MOST_TRIES = 1200;
const ACCOUNT = { userId: 'customer', password: 'secret-12345' };

let folder: string;
let postgres: EmbeddedPostgres;
let instances: Instances;
let customer: Person;
let lawyer: Person;

type Person = { browser: Browser; area: string; cookies: Map<string, string> };

async function logIn(browser: Browser, area: string, userId: string, password: string): Promise<Person> {
  const { cookies } = await browser.call('POST', '/api/auth/login', { userId, password });
  const pairs = cookies.map((line): [string, string] => {
    const at = line.indexOf('=');
    return [line.slice(0, at), line.slice(at + 1)];
  });
  return { browser, area, cookies: new Map(pairs) };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-faults-'));
  // A temporary folder is closed to others; the database's account has to get into this one.
  chmodSync(folder, 0o755);
  postgres = await startEmbeddedPostgres(folder);
  instances = await startInstances(folder, {
    DATABASE_URL: urlOf(postgres.connection),
    PAGES: 'none',
  });
  await liftLimits(postgres.connection);
  const [visitor, admin] = [await openBrowser(instances.url), await openBrowser(instances.url)];
  const person = { phone: '01012345678', email: 'c@example.com', fullname: '고객', acceptedTos: true };
  await visitor.expect(201, 'POST', '/api/auth/register', { ...ACCOUNT, ...person });
  customer = await logIn(visitor, '/api/consultations', ACCOUNT.userId, ACCOUNT.password);
  lawyer = await logIn(admin, '/api/admin/consultations', 'admin', 'administrator-1');
});
afterAll(async () => {
  await instances.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function openConversation(): Promise<number> {
  const opening = { subject: '문의', text: '시작', client_id: randomUUID() };
  return (await customer.browser.expect<Conversation>(201, 'POST', '/api/consultations', opening)).id;
}

/** Sends as a page does: the same client id until an answer comes. */
async function sendOften({ browser, area }: Person, id: number, name: string, onSent: () => void): Promise<string[]> {
  const sent: string[] = [];
  for (let number = 1; number <= EACH_SIDE; number += 1) {
    const body = { client_id: randomUUID(), text: `${name} ${number}` };
    for (let tries = 0; ; tries += 1) {
      const answer = await browser.call('POST', `${area}/${id}/messages`, body).catch(() => undefined);
      if (answer?.status === 201 || answer?.status === 200) break;
      if (tries > MOST_TRIES) throw new Error(`not sent: ${answer?.status} ${answer?.body}`);
      await delay(50);
    }
    sent.push(body.text);
    onSent();
  }
  return sent;
}

async function readAll({ browser, area }: Person, id: number): Promise<Message[]> {
  const read = (after: number) =>
    browser.expect<Message[]>(200, 'GET', `${area}/${id}/messages?after=${after}&limit=200`);
  return [...(await read(0)), ...(await read(200))];
}

/**
 * Sends 200 messages of both sides at once, with the fault in between: no message is lost or
 * duplicated, and both sides read the same.
 */
async function expectExactly(id: number, fault: () => Promise<void>): Promise<void> {
  let count = 0;
  let happening: Promise<void> | undefined;
  const onSent = () => {
    count += 1;
    if (count === FAULT_AFTER) happening = fault();
  };
  const [ours, theirs] = await Promise.all([
    sendOften(lawyer, id, '담당자', onSent),
    sendOften(customer, id, '고객', onSent),
  ]);
  await happening;
  const [seen, shown] = [await readAll(customer, id), await readAll(lawyer, id)];
  expect(seen.map(({ seq }) => seq)).toEqual(Array.from({ length: 2 * EACH_SIDE + 1 }, (_, at) => at + 1));
  const of = (kind: string) => seen.filter(({ author }) => author.kind === kind).map(({ text }) => text);
  expect(of('staff')).toEqual(ours);
  expect(of('customer')).toEqual(['시작', ...theirs]);
  expect(shown.map(({ seq, text }) => [seq, text])).toEqual(seen.map(({ seq, text }) => [seq, text]));
}

it('an instance that is killed during 200 messages of both sides loses none and duplicates none', async () => {
  await expectExactly(await openConversation(), () => instances.replace(0));
});

it('a PostgreSQL that restarts during 200 messages loses none, duplicates none, and ends no stream', async () => {
  const id = await openConversation();
  const readers: EventReader[] = [];
  for (const [at, { cookies }] of [customer, lawyer].entries()) {
    readers.push(await readEvents({ url: instances.shops[at]?.url ?? '' }, { cookies }));
  }
  const ended = readers.map((reader) => reader.ended.then(() => 'ended'));
  await expectExactly(id, async () => {
    await postgres.stop();
    postgres = await startEmbeddedPostgres(folder);
  });
  // The instances listen again, and what was missed meanwhile is found by the poll.
  for (const reader of readers) {
    await reader.until(({ name, data }) => name === 'message' && data.seq === 2 * EACH_SIDE + 1, 60_000);
  }
  expect(await Promise.race([...ended, delay(0, 'open')])).toBe('open');
  for (const reader of readers) reader.close();
});
