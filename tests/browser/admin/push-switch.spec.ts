import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();

it('shows what the shop pushes and leads to its page, also from the home screen of a phone', async () => {
  const { page, context } = await visitAs({ browser, shop }, await shop.buildUser({ role: 'admin' }), 'phone', {
    hasWorker: true,
  });
  await context.grantPermissions(['notifications'], { origin: shop.url });
  // Chromium without windows has only `denied`.
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'granted' }));
  await page.goto('/admin');
  const box = page.getByLabel('이 기기에서 알림 받기');
  await box.waitFor();
  expect(await box.isChecked()).toBe(false);
  await page.mouse.wheel(0, 40);
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated');
      if (active) resolve(active.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('the worker is active');
  // Notes each wish of the worker: a browser without windows shows nothing.
  await worker.evaluate(`
    globalThis.asked = [];
    registration.showNotification = async (...shown) => void asked.push(shown);
    clients.openWindow = async (path) => void asked.push(path);
  `);
  const push = { title: '새 주문이 있습니다.', tag: 'order', path: '/admin/orders' };
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: shop.url,
    registrationId,
    data: JSON.stringify(push),
  });
  const options = { tag: 'order', renotify: true, icon: '/icon-512.png', data: { path: '/admin/orders' } };
  await expect.poll(() => worker.evaluate('asked')).toEqual([[push.title, options]]);
  await worker.evaluate(`dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), {
    notification: { close() {}, data: { path: '/admin/orders' } },
    waitUntil() {},
  }))`);
  await expect.poll(() => worker.evaluate('asked.at(-1)')).toBe('/admin/orders');
  // An iPhone has pushes on its home screen alone, where the administration goes and no page of the shop.
  const address = await page.locator('head > link[rel=manifest]').getAttribute('href');
  const manifest = await page.request.get(`${shop.url}${address}`);
  expect(manifest.headers()['content-type']).toContain('application/manifest+json');
  expect(await manifest.json()).toMatchObject({ start_url: '/admin', display: 'standalone' });
  expect((await shop.client().get('/about')).body).not.toMatch(/rel="?manifest/);
  await context.close();
});
