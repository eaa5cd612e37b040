import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Conversation, Message } from '#shared/features/consultations/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import {
  answer,
  buildCustomer,
  change,
  openConversation,
  readAsAdmin,
  readConversation,
  readThread,
} from '#tests/support/app/consultations.ts';
import { expectAccessible, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const OFFICE_HOURS =
  /^지금은 상담 시간\(평일 09:00-18:00\)(입니다\. 보내신 순서대로 답변드립니다\.|이 아닙니다\. \d+월 \d+일\([월화수목금]\) 09:00부터 보내신 순서대로 답변드립니다\.)$/;
const OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();
const admin = await buildAdmin(shop);

const log = (page: Page) => page.getByRole('log');
const field = (page: Page) => page.getByRole('textbox', { name: '메시지' });
const sendButton = (page: Page) => page.getByRole('button', { name: '보내기', exact: true });

/** The texts of the log, in the order on the screen. */
const textsIn = (page: Page) => log(page).locator('p.whitespace-pre-wrap').allInnerTexts();

/** As the browser does when another tab is chosen. */
const setVisibility = (page: Page, value: DocumentVisibilityState) =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, value);

/** Waits until the first reading is over, and then for the stream. */
async function waitForStream(page: Page): Promise<void> {
  await log(page).locator('p.whitespace-pre-wrap').first().waitFor();
  await page.getByText('실시간 연결을 기다리고 있습니다.').waitFor({ state: 'hidden' });
}

it('begins a conversation, is answered, reopens it, begins a new one after 30 days, and sees no other', async () => {
  const customer = await buildCustomer(shop);
  const visitor = await visitAs({ browser, shop }, customer.user, 'phone');
  const { page } = visitor;
  await page.goto('/consult?serviceId=14');
  await page.getByRole('heading', { level: 1, name: '상담' }).waitFor();
  await page.getByText(OFFICE_HOURS).waitFor();
  expect(await page.getByLabel('제목').inputValue()).toMatch(/구매 전 문의$/);
  await page.getByRole('button', { name: '상담 시작하기' }).click();
  await page.getByText('메시지를 입력하거나 파일을 첨부해주세요.').waitFor();

  // All that was written survives a reload.
  await page.getByLabel('내용').fill('절차가 궁금합니다.\n<b>굵게</b> https://example.com/a.');
  await page.reload();
  await expect.poll(() => page.getByLabel('내용').inputValue()).toContain('절차가 궁금합니다.');
  await page.getByRole('button', { name: '상담 시작하기' }).click();
  await page.waitForURL(/\/consult\/\d+$/);
  const id = Number(page.url().split('/').at(-1));
  await log(page).getByText('<b>굵게</b>').waitFor();
  const link = log(page).getByRole('link', { name: 'https://example.com/a' });
  expect(await link.getAttribute('rel')).toBe('noopener nofollow');
  await page.getByText(OFFICE_HOURS).waitFor();
  await waitForStream(page);

  await admin.client.post(`/api/admin/consultations/${id}/typing`, { kind: 'message' });
  await page.getByText('관리자 님이 입력하고 있습니다.').waitFor();
  await answer(admin, id, '안내드리겠습니다.');
  await log(page).getByText('안내드리겠습니다.').waitFor();
  await page.getByText('답변 완료').waitFor();
  await expect.poll(async () => (await readConversation(customer, id)).unread).toBe(0);
  expect((await readAsAdmin(admin, id)).customer_read_seq).toBe(2);
  // Answering marks as read, which the customer does not see.
  expect(await log(page).getByText('읽음').count()).toBe(0);
  await expectAccessible(page);

  // The whole conversation fits the window: the field is not below its end.
  const box = await field(page).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(844);
  await page.getByRole('link', { name: '상담 목록' }).click();
  await page.getByRole('link', { name: /구매 전 문의/ }).click();

  await change(admin, id, { status: 'closed' });
  await page.getByText('종료', { exact: true }).waitFor();
  await field(page).fill('한 가지 더 있습니다.');
  await sendButton(page).click();
  await page.getByText('답변 대기').waitFor();
  await expect.poll(() => readConversation(customer, id)).toMatchObject<Partial<Conversation>>({ status: 'waiting' });
  await change(admin, id, { status: 'closed' });
  const closed_at = new Date(Date.now() - 40 * 86_400_000);
  await shop.db.updateTable('conversations').set({ closed_at }).where('id', '=', id).execute();
  await page.reload();
  await page.getByRole('link', { name: '이어서 새 상담' }).click();
  await page.getByLabel('제목').fill('다시 여쭙니다');
  await page.getByLabel('내용').fill('지난번 일입니다.');
  await page.getByRole('button', { name: '상담 시작하기' }).click();
  await page.getByRole('link', { name: '지난 상담' }).waitFor();

  const foreign = await openConversation(await buildCustomer(shop));
  for (const path of [`/consult/${foreign.id}`, '/consult/abc']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: /^상담을 찾을 수 없습니다/ }).waitFor();
  }
  await page.getByRole('main').getByRole('link', { name: '마이페이지' }).waitFor();
  await expectAccessible(page);
  visitor.expectNoTrouble(/404 \(Not Found\).*\/api\/consultations\/\d+/);
  await visitor.context.clearCookies();
  await page.goto('/consult/1');
  await page.waitForURL('**/login?from=%2Fconsult%2F1');
  await visitor.context.close();
});

describe('a conversation on a desktop', () => {
  it('sends by Enter, keeps order over a cut connection, sends a failed message again, and one without an answer once', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    const visitor = await visitAs({ browser, shop }, customer.user);
    const { page, context } = visitor;
    await page.goto(`/consult/${id}`);
    await waitForStream(page);
    await field(page).fill('첫 줄');
    await field(page).press('Shift+Enter');
    await field(page).pressSequentially('둘째 줄');
    await field(page).press('Enter');
    await log(page).getByText('첫 줄\n둘째 줄').waitFor();
    await expect.poll(() => field(page).inputValue()).toBe('');
    // The page shows a message before the server has it.
    await expect.poll(async () => (await readThread(customer, id)).length).toBe(2);
    await answer(admin, id, '답변 하나');
    await log(page).getByText('답변 하나').waitFor();

    await context.setOffline(true);
    await field(page).fill('끊긴 사이에 쓴 글');
    await sendButton(page).click();
    await log(page).getByText('실패').waitFor();
    for (const text of ['답변 둘', '답변 셋']) await answer(admin, id, text);
    // A reload keeps the message, and that it was not sent.
    await context.setOffline(false);
    await page.reload();
    await log(page).getByText('답변 셋').waitFor();
    await page.getByRole('button', { name: '다시 보내기' }).click();
    await page.getByRole('button', { name: '다시 보내기' }).waitFor({ state: 'hidden' });
    const texts = ['안녕하세요', '첫 줄\n둘째 줄', '답변 하나', '답변 둘', '답변 셋', '끊긴 사이에 쓴 글'];
    await expect.poll(() => textsIn(page)).toEqual(texts);
    await expect.poll(async () => (await readThread(customer, id)).map(({ text }) => text)).toEqual(texts);

    // Without a reload: what was missed comes with the network.
    await waitForStream(page);
    await context.setOffline(true);
    await answer(admin, id, '답변 넷');
    await context.setOffline(false);
    await log(page).getByText('답변 넷').waitFor();

    await waitForStream(page);
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**/api/consultations/${id}/messages`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await gate;
      // The server stores it; its answer never arrives.
      await route.fetch();
      return route.abort();
    });
    await field(page).fill('한 번만 보낼 글');
    await sendButton(page).click();
    await log(page).getByText('전송 중').waitFor();
    release();
    // The event of the stream brings it, once.
    const all = [...texts, '답변 넷', '한 번만 보낼 글'];
    await expect.poll(async () => (await readThread(customer, id)).map(({ text }) => text)).toEqual(all);
    await expect.poll(() => textsIn(page)).toEqual(all);
    await page.getByRole('button', { name: '다시 보내기' }).waitFor({ state: 'hidden' });
    visitor.expectNoTrouble(OFFLINE);
    await visitor.context.close();
  });

  it('holds no stream in a hidden tab, and keeps a draft per conversation until the person logs out', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer, { subject: '첫 상담' });
    const other = await openConversation(customer, { subject: '다른 상담' });
    const visitor = await visitAs({ browser, shop }, customer.user);
    const { page, context } = visitor;
    await page.goto(`/consult/${id}`);
    await waitForStream(page);
    const second = await context.newPage();
    await second.goto(`/consult/${id}`);
    await waitForStream(second);
    const streams = () => shop.deps.streams.countOf(customer.user.id);
    await expect.poll(streams).toBe(2);
    await setVisibility(page, 'hidden');
    await expect.poll(streams).toBe(1);
    await answer(admin, id, '뒤에 있던 창이 놓친 글');
    await log(second).getByText('뒤에 있던 창이 놓친 글').waitFor();
    expect(await log(page).getByText('뒤에 있던 창이 놓친 글').count()).toBe(0);
    await setVisibility(page, 'visible');
    await log(page).getByText('뒤에 있던 창이 놓친 글').waitFor();
    await expect.poll(streams).toBe(2);
    await second.close();

    await field(page).fill('아직 보내지 않은 글');
    await page.reload();
    await expect.poll(() => field(page).inputValue()).toBe('아직 보내지 않은 글');
    await page.getByRole('link', { name: '상담 목록' }).click();
    await page.getByRole('link', { name: /다른 상담/ }).click();
    await page.waitForURL(`**/consult/${other.id}`);
    await field(page).waitFor();
    expect(await field(page).inputValue()).toBe('');
    expect(await page.evaluate(() => sessionStorage.getItem('drafts'))).toContain('아직 보내지 않은 글');
    await page.getByRole('button', { name: '로그아웃' }).click();
    await page.waitForURL('**/login**');
    expect(await page.evaluate(() => sessionStorage.getItem('drafts'))).toBeNull();
    visitor.expectNoTrouble(/status of 401/);
    await visitor.context.close();
  });

  it('uploads with progress, cancels, refuses what cannot be sent, and takes pasted pictures', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    const visitor = await visitAs({ browser, shop }, customer.user);
    const { page } = visitor;
    await page.goto(`/consult/${id}`);
    const input = page.getByLabel('첨부할 파일', { exact: true }).first();
    let isHeld = true;
    await page.route('**/api/attachments', (route) => (isHeld ? undefined : route.continue()));
    const text = { name: '진술서.txt', mimeType: 'text/plain', buffer: Buffer.from('진술합니다.') };
    await input.setInputFiles(text);
    await page.getByRole('progressbar', { name: '진술서.txt 올리기' }).waitFor();
    await page.getByText('파일을 올리고 있습니다. 끝나면 보낼 수 있습니다.').waitFor();
    expect(await sendButton(page).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: '사진 촬영' }).count()).toBe(0);
    await page.getByRole('button', { name: '취소: 진술서.txt' }).click();
    await page.getByRole('progressbar').waitFor({ state: 'hidden' });
    isHeld = false;

    await input.setInputFiles({ name: '실행.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') });
    await page.getByText('실행.exe: 보낼 수 없는 종류의 파일입니다.').waitFor();
    // The server judges by content.
    await input.setInputFiles({ name: '가짜.png', mimeType: 'image/png', buffer: Buffer.from('<svg></svg>') });
    await page.getByRole('button', { name: '다시 올리기: 가짜.png' }).waitFor();
    await page.getByRole('button', { name: '빼기: 가짜.png' }).click();

    await input.setInputFiles(text);
    await page.getByRole('button', { name: '빼기: 진술서.txt' }).waitFor();
    await field(page).evaluate((element, png) => {
      const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], '붙여넣기.png', { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, PNG);
    await page.getByRole('button', { name: '빼기: 붙여넣기.png' }).waitFor();
    // Uploaded files belong to the draft.
    await page.reload();
    await page.getByRole('button', { name: '빼기: 붙여넣기.png' }).waitFor();
    const sending = Promise.withResolvers<void>();
    await page.route('**/messages', async (route) => {
      await sending.promise;
      await route.continue();
    });
    await sendButton(page).click();
    await log(page).getByRole('link', { name: '진술서.txt 내려받기' }).waitFor();
    const opensPicture = log(page).getByRole('button', { name: '붙여넣기.png 크게 보기' });
    expect(await opensPicture.count()).toBe(0);
    sending.resolve();
    // A picture opens in the page; nothing is downloaded.
    await opensPicture.click();
    const viewer = page.getByRole('dialog', { name: '붙여넣기.png' });
    const picture = viewer.getByRole('img', { name: '붙여넣기.png' });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expectAccessible(page);
    await viewer.getByRole('button', { name: '닫기' }).click();
    await viewer.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /다시 보내기/ }).waitFor({ state: 'hidden' });
    const readSent = async (): Promise<Message | undefined> => (await readThread(customer, id))[1];
    const names = async () => (await readSent())?.attachments.map(({ filename }) => filename);
    await expect.poll(names).toEqual(['진술서.txt', '붙여넣기.png']);
    const sent = await readSent();
    await log(page).getByText('SHA-256 보기').first().click();
    const [{ sha256 = '' } = {}] = sent?.attachments ?? [];
    await log(page).getByText(sha256).waitFor();
    visitor.expectNoTrouble(/status of 400/);
    await visitor.context.close();
  });

  it('asks for new messages where the stream is refused, and leads to the login after a logout', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    const visitor = await visitAs({ browser, shop }, customer.user);
    const { page, context } = visitor;
    let attempts = 0;
    await page.clock.install();
    await page.route('**/api/events', (route) => {
      attempts += 1;
      return route.fulfill({ status: 503, json: { error: '잠시 후 다시 시도해주세요.', code: 'UNAVAILABLE' } });
    });
    // Not by `page.goto`: with a clock of the test, the page notes no time at which it has become interactive.
    await page.mainFrame().goto(`/consult/${id}`);
    await log(page).getByText('안녕하세요').waitFor();
    await expect.poll(() => attempts).toBe(1);
    await answer(admin, id, '스트림 없이 보이는 글');
    await page.clock.fastForward(15_000);
    await log(page).getByText('스트림 없이 보이는 글').waitFor();
    expect(attempts).toBe(1);
    await page.unroute('**/api/events');
    await setVisibility(page, 'hidden');
    await setVisibility(page, 'visible');
    await waitForStream(page);
    await shop.db.deleteFrom('sessions').where('user_id', '=', customer.user.id).execute();
    await page.waitForURL('**/login**');
    visitor.expectNoTrouble(/status of (401|503)/);
    await context.close();
  });

  it('opens a long conversation at the first unread message, and shows older ones on demand', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer, { text: '맨 처음 글' });
    for (let count = 1; count <= 31; count += 1) await answer(admin, id, `읽은 답변 ${count}`);
    const { seq } = (await readThread(customer, id)).at(-1) ?? { seq: 0 };
    await customer.client.put(`/api/consultations/${id}/read`, { seq });
    for (let count = 1; count <= 20; count += 1) await answer(admin, id, `새 답변 ${count}`);
    const visitor = await visitAs({ browser, shop }, customer.user);
    const { page } = visitor;
    await page.goto(`/consult/${id}`);
    await log(page).getByText('새 답변 1', { exact: true }).waitFor();
    const line = page.getByText('여기까지 읽었습니다');
    const distance = async () => {
      const [box, frame] = await Promise.all([line.boundingBox(), log(page).boundingBox()]);
      return (box?.y ?? 0) - (frame?.y ?? 0);
    };
    await expect.poll(distance).toSatisfy((y: number) => y >= -1 && y < 20);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    const latest = page.getByRole('button', { name: '최근 메시지로' });
    await latest.click();
    await expect.poll(async () => (await customer.client.get(`/api/consultations/${id}`)).json().unread).toBe(0);
    await line.waitFor({ state: 'attached' });
    // Read by now: the page opens at its end, without the line.
    await page.goto(`/consult/${id}`);
    await log(page).getByText('새 답변 20', { exact: true }).waitFor();
    expect(await line.count()).toBe(0);
    await expect.poll(() => log(page).evaluate((element) => element.scrollTop > 0)).toBe(true);
    const older = page.getByRole('button', { name: '이전 메시지 보기' });
    await older.click();
    await expect.poll(async () => (await textsIn(page)).length).toBe(52);
    await older.waitFor({ state: 'hidden' });
    await log(page).evaluate(
      (element) =>
        new Promise((resolve) => {
          element.addEventListener('scroll', resolve, { once: true });
          element.scrollTo({ top: 0 });
        }),
    );
    await latest.click();
    await latest.waitFor({ state: 'hidden' });
    await visitor.context.close();
  });
});

/** A picture of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
