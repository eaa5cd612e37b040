import { sql } from 'kysely';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import type { OrderDetail } from '#shared/features/orders/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { answer, buildCustomer, openConversation } from '#tests/support/app/consultations.ts';
import { expectGoodOnBothScreens, expectNoSidewaysScroll, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';
import { passMinute } from '#tests/support/jobs/acts.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();

// Services that tests build get ids behind those that question sets name.
await sql`select setval(pg_get_serial_sequence('services', 'id'), 1000)`.execute(shop.db);

/** Gives an order to one of the lawyers who have a portrait. */
async function assignLawyer(orderId: number): Promise<void> {
  const { id } = await shop.buildUser({ role: 'admin', fullname: '홍길동' });
  await shop.db.insertInto('staff_profiles').values({ user_id: id, name: '홍길동', title: '대표변호사' }).execute();
  await shop.db.updateTable('orders').set({ assignee_id: id }).where('id', '=', orderId).execute();
}

async function expectFace(place: Locator): Promise<void> {
  const line = place.getByText('담당 홍길동 대표변호사').locator('..');
  await line.waitFor();
  const face = line.locator('img');
  await face.scrollIntoViewIfNeeded();
  await expect.poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
}

it('shows a case in one page and follows it', async () => {
  const admin = await buildAdmin(shop);
  const customer = await buildCustomer(shop);
  const order = await shop.buildOrder({ user: customer.user, status: 'confirmed' });
  await assignLawyer(order.id);
  const addStep = async (title: string) =>
    (await admin.client.post(`/api/admin/orders/${order.id}/steps`, { title })).json<{ id: number }>();
  const step = await addStep('자료 확인');
  await addStep('의견서 작성');
  const visitor = await visitAs({ browser, shop }, customer.user, 'phone');
  const { page } = visitor;
  await page.goto('/profile');
  await expectFace(page.getByRole('region', { name: '신청 내역' }));
  await page.getByRole('region', { name: '신청 내역' }).getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('link', { name: '내 사건 보기' }).click();
  await page.waitForURL(`**/orders/${order.id}`);
  await page.getByRole('heading', { level: 1, name: order.service_title }).waitFor();
  await expectFace(page.getByRole('main'));
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  const sections = ['진행 단계', '전화 상담 시간', '대화', '문서', '신청 정보', '진행 내역', '참여자', '환불'];
  await expect.poll(() => headings.allInnerTexts()).toEqual(['지금은 기다리시면 됩니다', ...sections]);
  await page.getByRole('listitem').filter({ hasText: '자료 확인 (진행 중)' }).waitFor();
  await expectGoodOnBothScreens(page);

  // The first message opens the order's conversation, here in the page.
  const consult = page.getByRole('region', { name: '대화', exact: true });
  await consult
    .getByLabel('첨부할 파일', { exact: true })
    .first()
    .setInputFiles({
      name: '통지서.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
    });
  await consult.getByRole('button', { name: '빼기: 통지서.pdf' }).waitFor();
  await consult.getByLabel('내용').fill('통지서를 보냅니다.');
  await consult.getByRole('button', { name: '상담 시작하기' }).click();
  const log = consult.getByRole('log');
  await log.getByText('통지서를 보냅니다.').waitFor();
  const documents = page.getByRole('region', { name: '문서' });
  await documents.getByRole('link', { name: '통지서.pdf 내려받기' }).waitFor();
  // It opens in the page; this one has no pages.
  await documents.getByRole('button', { name: '통지서.pdf 열기' }).click();
  const viewer = page.getByRole('dialog', { name: '통지서.pdf' });
  await viewer.getByText('파일을 읽지 못해 여기에서 보여드릴 수 없습니다.').waitFor();
  await viewer.getByRole('button', { name: '닫기' }).click();
  await page.getByText('실시간 연결을 기다리고 있습니다.').waitFor({ state: 'hidden' });

  const camera = consult.getByRole('button', { name: '사진 촬영' });
  expect(await camera.isVisible()).toBe(true);

  const { conversation_id: id } = (await customer.client.get(`/api/orders/${order.id}`)).json<OrderDetail>();
  if (id === null) throw new Error('no conversation');
  await answer(admin, id, '잘 받았습니다.');
  await log.getByText('잘 받았습니다.').waitFor();
  await admin.client.put(`/api/admin/orders/${order.id}/steps/${step.id}`, { is_done: true });
  await passMinute(shop);
  await page.getByRole('listitem').filter({ hasText: '자료 확인 (완료)' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: '의견서 작성 (진행 중)' }).waitFor();
  await consult.getByRole('link', { name: '큰 화면으로 보기' }).click();
  await page.waitForURL(`**/consult/${id}`);
  await page.getByRole('link', { name: '내 사건 보기' }).waitFor();
  visitor.expectNoTrouble();
  await visitor.context.close();
});

it('leads from a new answer on my page into the case', async () => {
  const admin = await buildAdmin(shop);
  const customer = await buildCustomer(shop);
  const closed = await shop.buildOrder({ user: customer.user, status: 'confirmed' });
  const ended = await openConversation(customer, { order_id: closed.id, text: '고맙습니다.' });
  await answer(admin, ended.id, '판결문을 보내드립니다.');
  await shop.db.updateTable('orders').set({ work_closed_at: new Date() }).where('id', '=', closed.id).execute();
  const order = await shop.buildOrder({ user: customer.user, status: 'confirmed' });
  const { id } = await openConversation(customer, { order_id: order.id, text: '언제 시작하나요?' });
  for (const text of ['오늘 시작합니다.', '서류를 보내주세요.']) await answer(admin, id, text);
  // In this one the customer only waits.
  await shop.buildOrder({ user: customer.user, status: 'confirmed' });
  const visitor = await visitAs({ browser, shop }, customer.user, 'phone');
  const { page } = visitor;
  await page.goto('/profile');
  const history = page.getByRole('region', { name: '신청 내역' });
  const cases = history.getByRole('list').first().locator('> li');
  await cases.nth(2).getByText('변호사 배정 중', { exact: true }).waitFor();
  // The older one is first: it is the customer's turn.
  const first = cases.first();
  await first.getByRole('heading', { level: 3, name: '읽지 않은 답변이 있습니다' }).waitFor();
  await cases.nth(1).getByRole('link', { name: '새 답변 1' }).waitFor();
  await cases.nth(2).getByRole('heading', { level: 3, name: '지금은 기다리시면 됩니다' }).waitFor();
  await first.getByRole('link', { name: '새 답변 2' }).click();
  await page.waitForURL(`**/orders/${order.id}#consult`);
  const parts = page.getByRole('navigation', { name: '내 사건' });
  await page.getByRole('log').getByText('서류를 보내주세요.').waitFor();
  await parts.locator('a[aria-current]').filter({ hasText: '대화' }).waitFor();
  // Both are on the screen now.
  await parts.getByText(/새 답변/).waitFor({ state: 'detached' });
  for (const name of ['문서', '진행', '신청 정보']) {
    await parts.getByRole('link', { name, exact: true }).click();
    const heading = page.getByRole('heading', { level: 2, name: name === '진행' ? '전화 상담 시간' : name });
    // The page scrolls there in many frames.
    await expect.poll(async () => (await heading.boundingBox())?.y).toSatisfy((y: number) => y > 100 && y < 844);
  }
  await page.getByText('신청 내용 모두 보기').click();
  await page.getByText('신청 일시').waitFor();
  await expectNoSidewaysScroll(page);
  visitor.expectNoTrouble();
  await visitor.context.close();
});

it('shows a conversation begun in another window without a stream, and fits long words on a phone', async () => {
  const admin = await buildAdmin(shop);
  const customer = await buildCustomer(shop);
  const order = await shop.buildOrder({ user: customer.user, status: 'confirmed' });
  const visitor = await visitAs({ browser, shop }, customer.user, 'phone');
  const { page } = visitor;
  // Without a stream, as in a browser that cannot hold one.
  await page.route('**/api/events', (route) => route.abort());
  await page.goto(`/orders/${order.id}`);
  await page.getByLabel('내용').fill('둘째 창의 글');
  const subject = '제목이 아주 길어서 한 줄에 들어가지 않는 문의'.repeat(3);
  const { id } = await openConversation(customer, { order_id: order.id, subject, text: '가'.repeat(200) });
  await answer(admin, id, `https://example.com/?${'a'.repeat(200)}`);
  await page.getByRole('button', { name: '상담 시작하기' }).click();
  const expectNothingCut = async () => {
    await page.getByRole('log').getByText('https://example.com/').waitFor();
    await page.getByText('실시간 연결을 기다리고 있습니다.').waitFor();
    // The page itself cuts off what is too wide for it.
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('main section, main header, main [role=log] :is(p, a)')]
        .filter((element) => element.getBoundingClientRect().right > window.innerWidth)
        .map((element) => element.outerHTML.slice(0, 100)),
    );
    expect(cut, page.url()).toEqual([]);
  };
  await expectNothingCut();
  await page.goto(`/consult/${id}`);
  await expectNothingCut();
  const title = page.getByRole('heading', { level: 1 });
  expect(await title.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await visitor.context.close();
});
