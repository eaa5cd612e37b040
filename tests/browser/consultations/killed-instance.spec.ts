import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Conversation, Message } from '#shared/features/consultations/schemas.ts';
import { SESSION_HINT_COOKIE } from '#shared/platform/session-hint.ts';
import { createTestDatabase } from '#tests/support/app/database.ts';
import { type Browser, openBrowser } from '#tests/support/app/http-browser.ts';
import { type Screen, setUpBrowser, visit } from '#tests/support/browser/browser.ts';
import { type Instances, startInstances } from '#tests/support/instances/start-instances.ts';
import { liftLimits } from '#tests/support/limits/lift-limits.ts';
import { urlOf } from '#tests/support/payments/payment-environment.ts';

const EACH_SIDE = 15;
/** Both instances are killed, one after the other: whichever holds a stream. */
const KILLED_AFTER = [6, 18];
const SEND = { name: '보내기', exact: true };
const PATIENCE = { timeout: 60_000 };

const browser = await setUpBrowser();
let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let instances: Instances;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-screens-'));
  database = await createTestDatabase(inject('postgres'));
  const settings = { DATABASE_URL: urlOf(database.connection) };
  instances = await startInstances(folder, settings);
  await liftLimits(database.connection);
});
afterAll(async () => {
  await instances.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Logs in, and opens a browser with that session. */
async function logIn(client: Browser, userId: string, password: string, screen: Screen): Promise<Page> {
  const { cookies } = await client.call('POST', '/api/auth/login', { userId, password });
  const { context, page } = await visit(browser, instances.url, screen);
  const kept = [...cookies, `${SESSION_HINT_COOKIE}=1`].map((line) => {
    const at = line.indexOf('=');
    return { name: line.slice(0, at), value: line.slice(at + 1), url: instances.url };
  });
  await context.addCookies(kept);
  return page;
}

const log = (page: Page) => page.getByRole('log');
const textsIn = (page: Page) => log(page).locator('p.whitespace-pre-wrap').allInnerTexts();

/** By the keyboard's own events; without the waits of a click, which cost more than the message. */
async function sendAll(page: Page, name: string, field: string, onSent: () => Promise<void>): Promise<void> {
  const [text, send] = [page.getByRole('textbox', { name: field }), page.getByRole('button', SEND)];
  for (let number = 1; number <= EACH_SIDE; number += 1) {
    await text.focus();
    await page.keyboard.insertText(`${name} ${number}`);
    await send.dispatchEvent('click');
    await onSent();
  }
}

/** As a person does, until nothing is marked as failed. */
async function sendFailedAgain(page: Page): Promise<void> {
  const failed = page.getByRole('button', { name: '다시 보내기' });
  await expect
    .poll(async () => {
      if ((await failed.count()) > 0) await failed.first().click();
      return log(page)
        .getByText(/전송 중|실패/)
        .count();
    }, PATIENCE)
    .toBe(0);
}

it('shows the same 30 messages on a phone and a desktop although both instances are killed', {
  timeout: 180_000,
}, async () => {
  const [customer, admin] = [await openBrowser(instances.url), await openBrowser(instances.url)];
  const account = { userId: 'customer', password: 'secret-12345', phone: '01012345678', email: 'c@example.com' };
  await customer.expect(201, 'POST', '/api/auth/register', { ...account, fullname: '고객', acceptedTos: true });
  const phone = await logIn(customer, account.userId, account.password, 'phone');
  const desktop = await logIn(admin, 'admin', 'administrator-1', 'desktop');
  const opening = { subject: '문의', text: '시작', client_id: randomUUID() };
  const { id } = await customer.expect<Conversation>(201, 'POST', '/api/consultations', opening);
  await Promise.all([phone.goto(`/consult/${id}`), desktop.goto(`/admin/chat?id=${id}`)]);
  for (const page of [phone, desktop]) await log(page).getByText('시작', { exact: true }).waitFor();

  let count = 0;
  let killing = Promise.resolve();
  const onSent = async () => {
    count += 1;
    const at = KILLED_AFTER.indexOf(count);
    if (at !== 0 && at !== 1) return;
    await killing;
    killing = instances.replace(at);
  };
  await Promise.all([sendAll(phone, '고객', '메시지', onSent), sendAll(desktop, '담당자', '고객에게 답변', onSent)]);
  await killing;
  await Promise.all([sendFailedAgain(phone), sendFailedAgain(desktop)]);

  for (const page of [phone, desktop]) {
    await expect.poll(async () => (await textsIn(page)).length, PATIENCE).toBe(2 * EACH_SIDE + 1);
  }
  const messages = `/api/consultations/${id}/messages?after=0&limit=200`;
  const stored = (await customer.expect<Message[]>(200, 'GET', messages)).map(({ text }) => text);
  const numbers = Array.from({ length: EACH_SIDE }, (_, at) => at + 1);
  const sent = ['시작', ...['고객', '담당자'].flatMap((name) => numbers.map((number) => `${name} ${number}`))];
  expect(stored.toSorted()).toEqual(sent.toSorted());
  for (const page of [phone, desktop]) expect(await textsIn(page)).toEqual(stored);
});
