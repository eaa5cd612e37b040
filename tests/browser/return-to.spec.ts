import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { setUpBrowser, type Visitor, visit } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const PASSWORD = 'olive brass 19';
const DEFAULT_PATH = '/profile';
/** The browser's console message for the check who is logged in. */
const REFUSED = /status of 4\d\d/;

/** Values of `from` in the query string, one of each kind that return-to.test.ts knows. None may be navigated to. */
const HOSTILE = {
  absolute: encodeURIComponent('https://evil.example/'),
  'control characters between slashes': encodeURIComponent('/\t\r\n/evil.example/'),
  'javascript:': encodeURIComponent('javascript:alert(document.domain)'),
  'a path of the API': encodeURIComponent('/api/auth/logout'),
};
/** Every entry reads the value by the same rule: the login is tried with all, the others with one. */
const ONE_HOSTILE = { 'control characters between slashes': HOSTILE['control characters between slashes'] };
const GOOD = '/services/14?plan=%EA%B8%B0%EB%B3%B8&next=https%3A%2F%2Fevil.example#terms';

let visitor: Visitor;
const shop = await setUpTestApp({
  env: { PAGES: 'built', SEED_SAMPLE: '1' },
  limits: { checkUserIdPerMinute: 0, registerPerHour: 0 },
});
const browser = await setUpBrowser();

afterEach(() => visitor.context.close());

/**
 * Where the entry leads with each hostile value, and with a valid one. A request to another site
 * fails the visit.
 */
async function landings(
  path: string,
  submit: (page: Page) => Promise<void>,
  hostile: Record<string, string> = ONE_HOSTILE,
): Promise<Record<string, string>> {
  const { page } = visitor;
  const found: Record<string, string> = {};
  for (const [name, value] of [...Object.entries(hostile), ['good', encodeURIComponent(GOOD)]]) {
    if (path === '/login' || path === '/register') await visitor.context.clearCookies();
    await page.goto(`${path}?from=${value}`);
    await submit(page);
    await page.waitForURL((url) => url.pathname !== path, { waitUntil: 'commit' }).catch(() => undefined);
    found[String(name)] = page.url().replace(shop.url, '');
  }
  return found;
}

/** Expects that the last page reported the way of the user, and not who it is. */
async function expectReported(event: string, userId: string): Promise<void> {
  const reported = () => visitor.page.evaluate(() => JSON.stringify(Reflect.get(window, 'dataLayer')));
  await expect.poll(reported).toContain(JSON.stringify({ event, method: 'password' }));
  for (const secret of [userId, PASSWORD]) expect(await reported()).not.toContain(secret);
}

const expected = (hostile: Record<string, string> = ONE_HOSTILE) => ({
  ...Object.fromEntries(Object.keys(hostile).map((name) => [name, DEFAULT_PATH])),
  good: GOOD,
});

describe('the return path of a visitor', () => {
  beforeEach(async () => {
    visitor = await visit(browser, shop.url, 'desktop');
  });

  it('is a path of this site after a login', async () => {
    const user = await shop.buildUser({ password: PASSWORD });
    const logIn = async (page: Page) => {
      await page.getByLabel('아이디', { exact: true }).fill(user.user_id);
      await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: '로그인' }).click();
    };
    expect(await landings('/login', logIn, HOSTILE)).toEqual(expected(HOSTILE));
    await expectReported('login', user.user_id);
    visitor.expectNoTrouble(REFUSED);
  });

  it('is a path of this site after a registration', async () => {
    let registered = 0;
    const found = await landings('/register', async (page) => {
      registered += 1;
      await page.getByLabel('아이디', { exact: true }).fill(`return.to.${registered}`);
      await page.getByRole('button', { name: '중복 확인' }).click();
      for (const label of ['비밀번호', '비밀번호 확인']) await page.getByLabel(label, { exact: true }).fill(PASSWORD);
      await page.getByLabel('이름').fill('홍본보기');
      await page.getByLabel('전화번호').fill('01012345678');
      await page.getByLabel('이용약관에 동의합니다').check();
      await page.getByRole('button', { name: '가입하기' }).click();
    });
    expect(found).toEqual(expected());
    await expectReported('sign_up', 'return.to');
    visitor.expectNoTrouble(REFUSED);
  });
});

describe('the return path of a member', () => {
  let soldier: { id: number };

  beforeEach(async () => {
    const user = await shop.buildUser();
    soldier = await shop.buildSoldier({ user });
    visitor = await visitAs({ browser, shop }, user);
  });

  it('is a path of this site after a soldier is registered', async () => {
    const found = await landings('/soldier/register', async (page) => {
      await page.getByLabel('신청자와의 관계').selectOption('자녀');
      await page.getByLabel('군인 이름').fill('김본보기');
      await page.getByRole('button', { name: '등록' }).click();
    });
    const newest = shop.db.selectFrom('soldiers').select('id').orderBy('id', 'desc').limit(1);
    const { id } = await newest.executeTakeFirstOrThrow();
    // The page of a service is returned to with the new soldier chosen.
    expect(found).toEqual({ ...expected(), good: GOOD.replace('#', `&soldierId=${id}#`) });
    visitor.expectNoTrouble();
  });

  it('is a path of this site after a soldier is saved', async () => {
    const found = await landings(`/soldier/${soldier.id}/edit`, (page) =>
      page.getByRole('button', { name: '저장' }).click(),
    );
    expect(found).toEqual(expected());
    visitor.expectNoTrouble();
  });
});
