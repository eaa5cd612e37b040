import { afterAll, expect, it } from 'vitest';
import { contactPromise } from '#shared/format/contact-promise.ts';
import { contactDeadline, koreanDay, nextBusinessDay } from '#shared/rules/business-days.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { PLAN } from '#tests/support/app/factories.ts';
import { setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();
const admin = await buildAdmin(shop);
const day = nextBusinessDay(koreanDay(shop.clock.now()));
afterAll(() => admin.client.delete(`/api/admin/holidays/${day}`));

it('the promise before a payment skips a holiday that was added a moment ago', async () => {
  const user = await shop.buildUser({ phone: '01023456789' });
  const service = await shop.buildService({ requires_soldier: false });
  const { page, context, expectNoTrouble } = await visitAs({ browser, shop }, user);
  const url = `/purchase?${new URLSearchParams({ serviceId: String(service.id), selectedPlan: PLAN.name })}`;
  const promise = () => contactPromise(contactDeadline(shop.clock.now()), user.phone);
  const facts = page.getByRole('region', { name: '연락 안내' });
  const before = promise();
  await page.goto(url);
  await expect.poll(() => facts.innerText()).toContain(promise());
  const added = await admin.client.post('/api/admin/holidays', { day, name: '임시공휴일' });
  expect(added.statusCode, added.body).toBe(200);
  expect(promise()).not.toBe(before);
  await page.reload();
  await expect.poll(() => facts.innerText()).toContain(promise());
  expectNoTrouble();
  await context.close();
});
