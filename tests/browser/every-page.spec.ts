import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PUBLIC_PAGES } from '#shared/pages.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import {
  expectAccessible,
  expectGoodOnBothScreens,
  expectNoSidewaysScroll,
  setUpBrowser,
  visit,
} from '#tests/support/browser/browser.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();
const visitor = await visit(browser, shop.url, 'desktop');
// Other tests cover the popup.
await visitor.context.addInitScript(() => sessionStorage.setItem('promo_shown', '1'));

/** Forms and long texts look alike on both screens: they are judged by axe on the narrow one alone. */
const LONG_TEXTS = ['/terms', '/privacy'];
const VISITED = [
  ...PUBLIC_PAGES.map(({ path, isIndexed }) => ({ path, isForm: isIndexed === false, status: 200 })),
  { path: '/reset-password?token=abc', isForm: true, status: 200 },
  { path: '/services/1', isForm: false, status: 200 },
  { path: '/services/14', isForm: false, status: 200 },
  { path: '/services/28', isForm: false, status: 200 },
  { path: '/profile', isForm: true, status: 200 },
  { path: '/soldier/register', isForm: true, status: 200 },
  { path: '/no-such-page', isForm: false, status: 404 },
];

/**
 * Texts that lie outside the screen, or outside a box that clips its content and cannot be
 * scrolled.
 */
function lostText(): string[] {
  const lost: string[] = [];
  const isHidden = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return (width <= 1 && height <= 1) || !element.checkVisibility({ visibilityProperty: true });
  };
  const edges = (element: Element): [left: number, right: number] | undefined => {
    let [left, right] = [0, document.documentElement.clientWidth];
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      if (isHidden(box)) return undefined;
      const { overflowX, position } = getComputedStyle(box);
      if (overflowX === 'auto' || overflowX === 'scroll') return undefined;
      const rect = box.getBoundingClientRect();
      if (overflowX !== 'visible' && box !== element)
        [left, right] = [Math.max(left, rect.left), Math.min(right, rect.right)];
      if (position === 'fixed') break;
    }
    return [left, right];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (
      !parent ||
      !node.textContent?.trim() ||
      parent.closest('script, style, noscript, svg, option, [aria-hidden=true]')
    )
      continue;
    const limits = edges(parent);
    if (!limits) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const isLost = [...range.getClientRects()].some(({ left, right }) => left < limits[0] - 1 || right > limits[1] + 1);
    if (isLost) lost.push(node.textContent.trim());
  }
  return lost;
}

async function expectNothingLost(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  expect(await page.evaluate(lostText)).toEqual([]);
}

describe.each(VISITED)('$path', ({ path, isForm, status }) => {
  const { page } = visitor;
  let answered: number | undefined;

  beforeAll(async () => {
    answered = (await page.goto(path))?.status();
    // Forms and personal pages are drawn in the browser.
    await page.locator('h1').first().waitFor();
    if (isForm) await page.waitForLoadState('networkidle');
    else await page.evaluate(async () => void (await document.fonts.ready));
  });

  it('has its status, one heading, a title, no sideways scroll and no axe violation', async () => {
    expect(answered).toBe(status);
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.title()).toMatch(status === 404 ? /^없는 페이지 \|/ : /./);
    await page.setViewportSize({ width: 390, height: 844 });
    const isAlike = isForm || LONG_TEXTS.includes(path);
    await (isAlike ? expectAccessible(page) : expectGoodOnBothScreens(page));
    // A "not found" page has status 404, which the browser logs to the console.
    visitor.expectNoTrouble(...(status === 404 ? [/404 \(Not Found\)/] : []));
  });

  it('has touch targets of 44 px, except for links within a sentence', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('a[href], button, input, select, [role=tab]')].flatMap((control) => {
        const target = control.matches('input[type=checkbox]') ? (control.closest('label') ?? control) : control;
        const { width, height } = target.getBoundingClientRect();
        const isInline = getComputedStyle(target).display.startsWith('inline');
        const sentence = target.closest('p, li, dd')?.textContent.trim() ?? '';
        const isInSentence = isInline && sentence.length > target.textContent.trim().length;
        const isTooSmall = width > 0 && (height < 44 || width < 44);
        return isTooSmall && !isInSentence ? [`${control.textContent || control.getAttribute('name')} ${height}`] : [];
      }),
    );
    expect(small).toEqual([]);
  });

  it('clips no text and scrolls in one direction at 320 px, at 200 %, with double text size and with wide spacing', async () => {
    // A desktop window at 200 %.
    await page.setViewportSize({ width: 720, height: 450 });
    await expectNothingLost(page);
    await page.setViewportSize({ width: 320, height: 568 });
    await expectNothingLost(page);

    // The text spacing of WCAG 1.4.12.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '* { line-height: 1.5em !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
      );
      document.adoptedStyleSheets = [sheet];
    });
    await expectNothingLost(page);

    // Only the text grows, as by a browser setting for the font size.
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.evaluate(() => {
      document.adoptedStyleSheets = [];
      const sizes = [...document.body.querySelectorAll<HTMLElement>('*')].map((element) => {
        const { fontSize, lineHeight } = getComputedStyle(element);
        return { element, size: Number.parseFloat(fontSize), height: Number.parseFloat(lineHeight) };
      });
      for (const { element, size, height } of sizes) {
        element.style.fontSize = `${size * 2}px`;
        if (!Number.isNaN(height)) element.style.lineHeight = `${height * 2}px`;
      }
    });
    await expectNothingLost(page);
  });
});
