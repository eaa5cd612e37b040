import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More Tab stops than any page has between two controls of a journey. */
const MAX_STOPS = 60;

type Stop = { name: string; isSeen: boolean; hasRing: boolean };

/** Returns what a sighted user sees of the focus. */
function lookAtFocus(): Stop {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body)
    return { name: 'nothing', isSeen: false, hasRing: false };
  const [box] = element.getClientRects();
  const x = box ? box.left + box.width / 2 : -1;
  const y = box ? box.top + box.height / 2 : -1;
  const there = document.elementFromPoint(x, y);
  const isSeen = there !== null && (element.contains(there) || there.contains(element));
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const hasRing = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
  return { name: `${element.tagName} ${element.innerText || element.outerHTML}`, isSeen, hasRing };
}

/**
 * Presses Tab until the control has the focus. At every stop the focus must be on the screen,
 * uncovered, with its ring.
 */
export async function tabTo(page: Page, goal: Locator): Promise<void> {
  await goal.waitFor();
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    // At the end of the page comes the browser's own interface.
    const isOnPage = await page.evaluate(() => document.hasFocus() && document.activeElement !== document.body);
    if (!isOnPage) continue;
    await expect
      .poll(() => page.evaluate(lookAtFocus))
      .toEqual({ name: expect.any(String), isSeen: true, hasRing: true });
    if (await goal.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${goal} was not reached by ${MAX_STOPS} times Tab`);
}

/** Tabs to the control and presses a key. */
export async function pressAt(page: Page, goal: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, goal);
  await page.keyboard.press(key);
}

/** Tabs to the control and types. */
export async function typeAt(page: Page, goal: Locator, text: string): Promise<void> {
  await tabTo(page, goal);
  await page.keyboard.type(text);
}
