import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { setUpBrowser, visit } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

type Way = 'replaces' | 'wraps';

/** Does to the texts of a page, and to every later one, as Google's or Samsung's translation does. */
function translate(way: Way): void {
  const isOwn = (node: Node | null) => node instanceof HTMLElement && node.tagName === 'FONT';
  const translateIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node);
    for (const text of texts) {
      const { parentElement } = text;
      if (!text.textContent?.trim() || !parentElement || isOwn(parentElement)) continue;
      if (parentElement.closest('head, script, style, svg, select, textarea')) continue;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      outer.append(inner);
      parentElement.replaceChild(outer, text);
      inner.append(way === 'wraps' ? text : `${text.textContent} `);
    }
  };
  translateIn(document.body);
  document.documentElement.classList.add('translated-ltr');
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) if (!isOwn(node) && node.isConnected) translateIn(node.parentNode ?? node);
    }
  }).observe(document.body, { childList: true, subtree: true });
}

/** A part that is hydrated after the translation is drawn afresh. */
const REDRAWN = /React error #418/;

const translated = async (page: Page, path: string, way: Way) => {
  await page.goto(path);
  await page.evaluate(translate, way);
};

it('a browser that replaces the texts of a page lets visitors sign up, be corrected, and log in', async () => {
  const visitor = await visit(browser, shop.url, 'phone');
  const { page } = visitor;
  const userId = 'read-otherwise';
  await translated(page, '/register', 'replaces');
  await page.locator('[name=userId]').fill('x');
  await page.locator('[name=password]').fill('short');
  await page.locator('[name=passwordConfirm]').fill('other');
  await page.locator('[name=userId]').fill(userId);
  await page.getByRole('button', { name: '중복 확인' }).click();
  await page.getByText('사용 가능한 아이디입니다.').waitFor();
  await page.locator('[name=password]').fill('a password of mine');
  await page.locator('[name=passwordConfirm]').fill('a password of mine');
  await page.locator('[name=fullname]').fill('홍본보기');
  await page.locator('[name=phone]').fill('01000001234');
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: '가입하기' }).click();
  await page.waitForURL('**/profile');
  await page.context().clearCookies();

  await translated(page, '/login', 'replaces');
  await page.locator('[name=username]').fill(userId);
  await page.locator('[name=password]').fill('wrong password');
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await page.getByText('아이디 또는 비밀번호가').waitFor();
  await page.locator('[name=password]').fill('');
  await page.getByText('아이디와 비밀번호를 모두 입력해주세요.').waitFor();
  await page.locator('[name=password]').fill('a password of mine');
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await page.waitForURL('**/profile');
  visitor.expectNoTrouble(REDRAWN, /status of 401/);
  await visitor.context.close();
});

it('a browser that wraps the texts of a page lets customers search, be corrected, choose and come to the payment', async () => {
  const visitor = await visitAs({ browser, shop }, await shop.buildUser(), 'phone');
  const { page } = visitor;
  await translated(page, '/services', 'wraps');
  await page.getByRole('searchbox').fill('징계');
  await page.getByRole('searchbox').fill('없는 서비스');
  await page.getByRole('searchbox').fill('');
  await page.getByRole('tab').nth(1).click();
  await translated(page, '/soldier/register?from=/services/14', 'wraps');
  await page.getByRole('button', { name: '등록', exact: true }).click();
  const relationship = page.getByLabel('신청자와의 관계');
  await expect.poll(() => relationship.getAttribute('aria-invalid')).toBe('true');
  await relationship.selectOption('자녀');
  await page.getByLabel('군인 이름').fill('김군인');
  await page.getByLabel('전화번호').fill('01011112222');
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await page.waitForURL('**/services/14**');
  await page.getByLabel('신청할 군인').selectOption({ index: 1 });
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.locator('#apply').getByRole('button', { name: '신청하기' }).click();
  await page.getByRole('button', { name: '300,000원 결제하기' }).click();
  await page.waitForURL('**/sandbox/bootpay/pay/**');
  visitor.expectNoTrouble(REDRAWN);
  await visitor.context.close();
});

it.each(['replaces', 'wraps'] as const)(
  'a browser that %s the texts may do so before the scripts have run',
  async (way) => {
    const visitor = await visit(browser, shop.url, 'desktop');
    const { page } = visitor;
    await page.addInitScript(
      `const translate = ${translate}; document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive') translate(${JSON.stringify(way)});
    });`,
    );
    for (const path of ['/', '/services/14']) {
      await page.goto(path);
      await page.getByRole('banner').getByRole('link', { name: '서비스' }).click();
      await page.getByRole('tab').first().waitFor();
      await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);
    }
    await visitor.context.close();
  },
);

it('a translation hides no error of a script', async () => {
  const visitor = await visit(browser, shop.url, 'desktop');
  await translated(visitor.page, '/about', 'wraps');
  const outcomes = await visitor.page.evaluate(() => {
    const nameOf = (act: () => void) => {
      try {
        act();
        return 'none';
      } catch (error) {
        return error instanceof Error ? error.name : 'unknown';
      }
    };
    const [list, wrapper, item] = ['ul', 'div', 'li'].map((tag) => document.createElement(tag));
    if (!list || !wrapper || !item) throw new Error('no elements');
    const font = document.createElement('font');
    list.append(wrapper, font);
    wrapper.append(item);
    const text = font.appendChild(document.createTextNode('글'));
    return [
      nameOf(() => list.removeChild(item)),
      nameOf(() => list.insertBefore(new Text(), item)),
      nameOf(() => list.removeChild(document.createElement('li'))),
      nameOf(() => list.insertBefore(new Text(), document.createElement('li'))),
      nameOf(() => wrapper.removeChild(text)),
      nameOf(() => font.removeChild(text)),
      nameOf(() => list.removeChild(new Text())),
    ];
  });
  const error = 'NotFoundError';
  expect(outcomes).toEqual([error, error, error, error, error, 'none', 'none']);
  await visitor.context.close();
});
