import type { Browser } from 'playwright-core';
import { SESSION_HINT_COOKIE } from '#shared/platform/session-hint.ts';
import type { TestApp } from '#tests/support/app/app.ts';
import type { User } from '#tests/support/app/factories.ts';
import { type Screen, type VisitOptions, type Visitor, visit } from './browser.ts';

/**
 * Gives a visit the session of another user. A visit of its own would load and compile all scripts
 * again, which takes twice as long as the page.
 */
export async function becomeUser({ context, page }: Visitor, shop: TestApp, user: Pick<User, 'id'>): Promise<void> {
  // Left first: calls of a page that is still open would be those of the other user.
  await page.goto('about:blank');
  const { cookies } = await shop.client().as(user);
  const kept = [...cookies, [SESSION_HINT_COOKIE, '1'] as const].map(([name, value]) => ({
    name,
    value,
    url: shop.url,
  }));
  await context.addCookies(kept);
}

/** Opens a browser with the session of the user. */
export async function visitAs(
  { browser, shop }: { browser: Browser; shop: TestApp },
  user: Pick<User, 'id'>,
  screen: Screen = 'desktop',
  options?: VisitOptions,
): Promise<Visitor> {
  const visitor = await visit(browser, shop.url, screen, options);
  await becomeUser(visitor, shop, user);
  return visitor;
}
