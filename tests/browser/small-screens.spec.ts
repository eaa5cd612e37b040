import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PUBLIC_PAGES } from '#shared/pages.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { setUpBrowser, visit } from '#tests/support/browser/browser.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();
const visitor = await visit(browser, shop.url, 'desktop');
// Other tests cover the popup.
await visitor.context.addInitScript(() => sessionStorage.setItem('promo_shown', '1'));

const PATHS = [
  ...PUBLIC_PAGES.map(({ path }) => path),
  '/reset-password?token=abc',
  '/services/1',
  '/services/14',
  '/services/999',
  '/profile',
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
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  expect(await page.evaluate(lostText)).toEqual([]);
}

describe.each(PATHS)('%s on a small screen', (path) => {
  it('clips no text and scrolls in one direction at 320 px, at 200 %, with double text size and with wide spacing', async () => {
    const { page } = visitor;
    // A desktop window at 200 %.
    await page.setViewportSize({ width: 720, height: 450 });
    await page.goto(path);
    await page.waitForLoadState('networkidle');
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

  it('has touch targets of 44 px, except for links within a sentence', async () => {
    const { page } = visitor;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    await page.waitForLoadState('networkidle');
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
});
