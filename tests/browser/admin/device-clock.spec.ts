import { it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildCustomer, openConversation } from '#tests/support/app/consultations.ts';
import { setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();

it('tells ages, waiting times and price periods by the clock of the server', async () => {
  const customer = await buildCustomer(shop, { fullname: '시계고객' });
  const order = await shop.buildOrder({ status: 'confirmed', user: customer.user });
  await openConversation(customer);
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString();
  const inFourDays = new Date(Date.now() + 4 * 86_400_000).toISOString();
  const scheduled_price = JSON.stringify({ starts_at: inTwoDays, ends_at: inFourDays, plans: [] });
  await shop.db.updateTable('services').set({ scheduled_price }).where('id', '=', order.service_id).execute();
  const { page, context, expectNoTrouble } = await visitAs({ browser, shop }, await shop.buildUser({ role: 'admin' }));
  // A device that is three days ahead.
  await page.addInitScript(`globalThis.Date = class extends Date {
    constructor(...parts) { super(...(parts.length > 0 ? parts : [globalThis.Date.now()])); }
    static now() { return super.now() + 3 * 86_400_000; }
  }`);
  await page.goto('/admin/orders');
  await page
    .getByRole('row', { name: new RegExp(order.order_number) })
    .getByText('방금')
    .waitFor();
  await page.goto('/admin/chat');
  await page.getByText('0분 대기').waitFor();
  await page.goto('/admin/services');
  await page.getByText('기간 가격 예정').first().waitFor();
  expectNoTrouble();
  await context.close();
});
