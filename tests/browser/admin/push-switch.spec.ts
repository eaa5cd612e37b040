import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();
const LABEL = '이 기기에서 알림 받기';

/** The page of an administrator whose browser has been asked; Chromium without windows has only `denied`. */
async function visitAdmin(permission: 'granted' | 'denied') {
  const admin = await shop.buildUser({ role: 'admin' });
  const visitor = await visitAs({ browser, shop }, admin, 'phone', { hasWorker: true });
  await visitor.context.grantPermissions(['notifications'], { origin: shop.url });
  await visitor.page.addInitScript((state) => {
    Object.defineProperty(Notification, 'permission', { get: () => state });
    Notification.requestPermission = async () => state;
  }, permission);
  await visitor.page.goto('/admin');
  return visitor;
}

it('says that the browser blocks pushes', async () => {
  const { page, context } = await visitAdmin('denied');
  await page.getByText('이 브라우저에서 알림이 차단되어 있습니다.').waitFor();
  expect(await page.getByLabel(LABEL).count()).toBe(0);
  await context.close();
});

it('stays off, with a sentence, where the push service of the browser cannot be reached', async () => {
  const { page, context } = await visitAdmin('granted');
  const box = page.getByLabel(LABEL);
  await box.waitFor();
  expect(await box.isChecked()).toBe(false);
  await expectAccessible(page);
  await box.click();
  await page.getByText('이 브라우저의 알림 서비스에 연결하지 못했습니다.').waitFor();
  expect(await box.isChecked()).toBe(false);
  expect(await shop.db.selectFrom('push_subscriptions').select('id').execute()).toEqual([]);
  await context.close();
});

it('says what an iPhone needs: a home screen, where the administration goes and no page of the shop', async () => {
  const { page, context } = await visitAs({ browser, shop }, await shop.buildUser({ role: 'admin' }), 'phone');
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager');
    Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)' });
  });
  await page.goto('/admin');
  await page.getByText('홈 화면에 추가한 뒤 그 아이콘으로 열어야').waitFor();
  const address = await page.locator('head > link[rel=manifest]').getAttribute('href');
  const manifest = await page.request.get(`${shop.url}${address}`);
  expect(manifest.headers()['content-type']).toContain('application/manifest+json');
  expect(await manifest.json()).toMatchObject({ start_url: '/admin', display: 'standalone' });
  expect((await shop.client().get('/about')).body).not.toMatch(/rel="?manifest/);
  await context.close();
});

it('shows what the shop pushes, and leads to its page', async () => {
  const { page, context } = await visitAdmin('granted');
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
  await context.close();
});
