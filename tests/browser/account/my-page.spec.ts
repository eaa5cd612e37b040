import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { NoticeSettingsAnswer } from '#shared/features/notices/schemas.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectGoodOnBothScreens, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

const part = (page: Page, name: string) => page.getByRole('region', { name });

describe('the settings on my page', () => {
  it('switches notices and consents to advertising', async () => {
    const user = await shop.buildUser();
    const visitor = await visitAs({ browser, shop }, user, 'phone');
    const { page } = visitor;
    await page.goto('/profile');
    const notices = part(page, '알림 설정');
    const progress = notices.getByRole('checkbox', { name: '진행과 통화' });
    await progress.uncheck();
    await notices.getByText('저장했습니다.').waitFor();
    await notices.getByText('동의하신 적이 없습니다.').first().waitFor();
    await notices.getByLabel('문자로 광고성 정보 받기 (선택)').check();
    await notices.getByText('에 동의하셨습니다.').waitFor();
    const parts = page.getByRole('navigation', { name: '마이페이지' });
    await parts.getByRole('link', { name: '보안' }).click();
    await expect.poll(() => parts.locator('[aria-current]').textContent()).toBe('보안');
    await expect.poll(async () => (await part(page, '2단계 인증').boundingBox())?.y).toBeLessThan(200);
    await expectGoodOnBothScreens(page);
    const saved: NoticeSettingsAnswer = (await (await shop.client().as(user)).get('/api/auth/notices')).json();
    expect(saved.kinds.step_done).toEqual({ email: false, kakao: false, sms: false });
    expect([saved.marketing_email.is_on, saved.marketing_sms.is_on]).toEqual([false, true]);
    await page.reload();
    await notices.getByLabel('문자로 광고성 정보 받기 (선택)').uncheck();
    await notices.getByText('에 동의를 철회하셨습니다.').waitFor();
    await expect.poll(() => progress.isChecked()).toBe(false);
    visitor.expectNoTrouble();
    await visitor.context.close();
  });
});

describe('the devices on my page', () => {
  it('ends one session and then all others', async () => {
    const user = await shop.buildUser();
    const others = await Promise.all([0, 1, 2].map(() => shop.client().as(user)));
    const visitor = await visitAs({ browser, shop }, user, 'phone');
    const { page } = visitor;
    await page.goto('/profile');
    const devices = part(page, '로그인한 기기');
    const ends = devices.getByRole('button', { name: /: 로그아웃$/ });
    await ends.first().click();
    await devices.getByText('그 기기에서 로그아웃했습니다.').waitFor();
    await expect.poll(() => ends.count()).toBe(2);
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('그 기기에서 로그아웃했습니다.');
    await devices.getByRole('button', { name: '다른 기기에서 모두 로그아웃' }).click();
    await devices.getByText('다른 기기에서 모두 로그아웃했습니다.').waitFor();
    await expect.poll(() => ends.count()).toBe(0);
    await devices.getByText('지금 쓰는 기기').waitFor();
    for (const other of others) expect((await other.get('/api/auth/my')).statusCode).toBe(401);
    visitor.expectNoTrouble();
    await visitor.context.close();
  });

  it('lists logins by pages, the failed ones among them', async () => {
    const user = await shop.buildUser();
    const login = { user_id: user.id, is_staff: false, address: '203.0.113.7', user_agent: '' };
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 3, minute));
    await shop.db
      .insertInto('login_events')
      .values([
        ...Array.from({ length: 11 }, (_, minute) => ({
          ...login,
          result: 'success' as const,
          method: 'password' as const,
          created_at: at(minute),
        })),
        { ...login, result: 'failure', method: 'password', created_at: at(30) },
      ])
      .execute();
    const visitor = await visitAs({ browser, shop }, user);
    const { page } = visitor;
    await page.goto('/profile');
    const logins = part(page, '로그인 기록');
    await logins.getByText('실패').waitFor();
    await expect.poll(() => logins.getByRole('listitem').count()).toBe(10);
    await logins.getByRole('button', { name: '이전 기록 더 보기' }).click();
    await logins.getByText('2026. 11. 20. 12:00').waitFor();
    await logins.getByRole('button', { name: '이전 기록 더 보기' }).waitFor({ state: 'detached' });
    visitor.expectNoTrouble();
    await visitor.context.close();
  });
});

it('leads from an order in progress to its case room, says what loads, and moves nothing when it arrives', async () => {
  const user = await shop.buildUser();
  const order = await shop.buildOrder({ status: 'confirmed', user });
  const visitor = await visitAs({ browser, shop }, user, 'phone');
  const { page } = visitor;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/orders/my', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/profile');
  // Words say that it loads, once half a second has passed.
  const words = page.getByText('신청 내역 불러오는 중');
  await words.waitFor({ state: 'attached' });
  await expect.poll(() => words.evaluate((shown) => getComputedStyle(shown).opacity)).toBe('1');
  expect((await words.boundingBox())?.height).toBeGreaterThan(10);
  expect(await part(page, '등록한 군인').isVisible()).toBe(false);
  release();
  await part(page, '등록한 군인').waitFor();
  await part(page, '로그인 기록').waitFor();
  const caseRoom = part(page, '신청 내역').getByRole('link', { name: /^내 사건 보기/ });
  await caseRoom.click();
  await page.waitForURL(`**/orders/${order.id}`);
  await page.getByRole('heading', { level: 2, name: '대화', exact: true }).waitFor();
  visitor.expectNoTrouble();
  await visitor.context.close();
});
