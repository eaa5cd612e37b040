import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SESSION_HINT_COOKIE } from '#shared/platform/session-hint.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, setUpBrowser, type Visitor, visit } from '#tests/support/browser/browser.ts';

let visitor: Visitor;
const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

beforeEach(async () => {
  visitor = await visit(browser, shop.url, 'desktop');
});

afterEach(() => visitor.context.close());

/** Opens a session by its row, as a login does, and shows the service to its user. */
async function openServiceAs(user: { id: number }): Promise<Page> {
  const client = shop.client();
  await client.as(user);
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: shop.url }));
  await visitor.context.addCookies([...cookies, { name: SESSION_HINT_COOKIE, value: '1', url: shop.url }]);
  await visitor.page.goto('/services/14');
  return visitor.page;
}

async function tickAllTerms(page: Page): Promise<void> {
  for (const box of await page.getByRole('checkbox').all()) await box.check();
}

const applyButton = (page: Page) => page.locator('#apply').getByRole('button', { name: '신청하기', exact: true });

describe('the apply button', () => {
  it('is disabled for a visitor of a service that needs a login, and says why', async () => {
    await visitor.page.goto('/services/14');
    await visitor.page.getByText('로그인한 뒤에 신청할 수 있습니다.').waitFor();
    // The login is the obstacle: ticking the terms would not help.
    expect(await visitor.page.getByText('모든 이용약관에 동의해야 합니다.').count()).toBe(0);
    expect(await applyButton(visitor.page).isDisabled()).toBe(true);
    await tickAllTerms(visitor.page);
    await visitor.page.getByText('로그인한 뒤에 신청할 수 있습니다.').waitFor();
    expect(await applyButton(visitor.page).isDisabled()).toBe(true);
    visitor.expectNoTrouble();
  });

  it('is disabled until all terms are ticked, and then leads a user without soldiers to the registration', async () => {
    const page = await openServiceAs(await shop.buildUser());
    await page.getByText('모든 이용약관에 동의해야 합니다.').waitFor();
    expect(await applyButton(page).isDisabled()).toBe(true);
    await tickAllTerms(page);
    await applyButton(page).click();
    const alert = page.getByRole('alertdialog');
    await alert.getByText('서비스를 신청하기 위해 군인 정보 등록이 필요합니다.').waitFor();
    await expectAccessible(page);
    await alert.getByRole('button').click();
    await page.waitForURL('**/soldier/register**');
    visitor.expectNoTrouble();
  });

  it('detects that the session has ended and leads to the login', async () => {
    const user = await shop.buildUser();
    await shop.buildSoldier({ user });
    const page = await openServiceAs(user);
    await tickAllTerms(page);
    await page.getByLabel('신청할 군인').selectOption({ index: 1 });
    await shop.db.deleteFrom('sessions').where('user_id', '=', user.id).execute();
    await applyButton(page).click();
    const alert = page.getByRole('alertdialog');
    await alert.getByText('로그인').first().waitFor();
    await alert.getByRole('button').click();
    await page.waitForURL('**/login**');
    visitor.expectNoTrouble(/401/);
  });

  it('leads to the purchase with service, plan and the chosen one of several soldiers', async () => {
    const user = await shop.buildUser();
    await shop.buildSoldier({ user });
    const soldier = await shop.buildSoldier({ user });
    const page = await openServiceAs(user);
    await tickAllTerms(page);
    await page.getByText('신청할 군인을 선택해주세요.').waitFor();
    expect(await applyButton(page).isDisabled()).toBe(true);
    await page.getByLabel('신청할 군인').selectOption(String(soldier.id));
    await applyButton(page).click();
    await page.waitForURL('**/purchase?**');
    const search = new URL(page.url()).searchParams;
    expect(Object.fromEntries(search)).toEqual({
      serviceId: '14',
      selectedPlan: '의견서 작성',
      soldierId: String(soldier.id),
    });
    visitor.expectNoTrouble();
  });
});
