import type { Browser } from 'playwright-core';
import { SESSION_HINT_COOKIE } from '#shared/platform/session-hint.ts';
import type { TestApp } from '#tests/support/app/app.ts';
import type { User } from '#tests/support/app/factories.ts';
import { type Screen, type VisitOptions, type Visitor, visit } from './browser.ts';

/** Opens a browser with the session of the user. */
export async function visitAs(
  { browser, shop }: { browser: Browser; shop: TestApp },
  user: Pick<User, 'id'>,
  screen: Screen = 'desktop',
  options?: VisitOptions,
): Promise<Visitor> {
  const visitor = await visit(browser, shop.url, screen, options);
  const { cookies } = await shop.client().as(user);
  const kept = [...cookies, [SESSION_HINT_COOKIE, '1'] as const].map(([name, value]) => ({
    name,
    value,
    url: shop.url,
  }));
  await visitor.context.addCookies(kept);
  return visitor;
}
