import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { PushSwitch } from '#web/features/push/admin/push-switch.tsx';
import { renderInPage } from './support/render-page.tsx';
import { json, stubServer } from './support/stub-server.ts';

const PUSH = '/api/admin/push';
const box = page.getByRole('checkbox', { name: '이 기기에서 알림 받기' });

/** A browser that has been asked, and whose push service cannot be reached. */
function stubBrowser(permission: 'granted' | 'denied'): void {
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission });
  const pushManager = { getSubscription: async () => null, subscribe: () => Promise.reject(new DOMException('push')) };
  const serviceWorker = vi.spyOn(navigator, 'serviceWorker', 'get');
  const registration = { pushManager };
  serviceWorker.mockReturnValue(
    Object.assign(new EventTarget(), navigator.serviceWorker, {
      ready: Promise.resolve(registration),
      register: async () => registration,
      getRegistration: async () => registration,
    }),
  );
  onTestFinished(() => {
    vi.unstubAllGlobals();
    serviceWorker.mockRestore();
  });
}

test('says that the browser blocks pushes', async () => {
  stubBrowser('denied');
  await renderInPage(<PushSwitch />);
  await expect.element(page.getByText('이 브라우저에서 알림이 차단되어 있습니다.')).toBeVisible();
  await expect.element(box).not.toBeInTheDocument();
});

test('stays off, with a sentence, where the push service of the browser cannot be reached', async () => {
  stubBrowser('granted');
  const sent = stubServer({ [`GET ${PUSH}`]: () => json({ public_key: 'key', endpoints: [] }) });
  await renderInPage(<PushSwitch />);
  await expect.element(box).not.toBeChecked();
  await box.click();
  await expect.element(page.getByText('이 브라우저의 알림 서비스에 연결하지 못했습니다.')).toBeVisible();
  await expect.element(box).not.toBeChecked();
  expect(sent).toEqual([]);
});

test('says that an iPhone needs its home screen', async () => {
  const { PushManager } = window;
  Reflect.deleteProperty(window, 'PushManager');
  const userAgent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)');
  onTestFinished(() => {
    userAgent.mockRestore();
    Object.assign(window, { PushManager });
  });
  await renderInPage(<PushSwitch />);
  await expect.element(page.getByText('홈 화면에 추가한 뒤 그 아이콘으로 열어야')).toBeVisible();
});
