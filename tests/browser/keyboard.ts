import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More Tab stops than any page has between two controls of a journey. */
const MAX_STOPS = 60;

type Stop = { name: string; isSeen: boolean; hasRing: boolean; isGoal: boolean; hasGoal: boolean };

/** Returns what a sighted user sees of the focus; nothing where the browser's own interface has it. */
function lookAtFocus(goal: Element): Stop | undefined {
  const element = document.activeElement;
  if (!document.hasFocus() || !(element instanceof HTMLElement) || element === document.body) return undefined;
  const [box] = element.getClientRects();
  const x = box ? box.left + box.width / 2 : -1;
  const y = box ? box.top + box.height / 2 : -1;
  const there = document.elementFromPoint(x, y);
  const isSeen = there !== null && (element.contains(there) || there.contains(element));
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const hasRing = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
  const name = `${element.tagName} ${element.innerText || element.outerHTML}`;
  return { name, isSeen, hasRing, isGoal: element === goal, hasGoal: goal.isConnected };
}

/**
 * Presses Tab until the control has the focus. At every stop the focus must be on the screen,
 * uncovered, with its ring.
 */
export async function tabTo(page: Page, goal: Locator): Promise<void> {
  let control = await goal.elementHandle();
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    let stop: Stop | undefined;
    const look = async () => {
      stop = await control?.evaluate(lookAtFocus);
      return stop && { name: stop.name, isSeen: stop.isSeen, hasRing: stop.hasRing };
    };
    // At the end of the page comes the browser's own interface.
    if (!(await look())) continue;
    await expect.poll(look).toEqual({ name: expect.any(String), isSeen: true, hasRing: true });
    if (stop?.isGoal) return;
    // A control that was drawn afresh.
    if (!stop?.hasGoal) control = await goal.elementHandle();
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
