import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NOTICE_CHANNELS, NOTICE_KINDS } from '#shared/rules/notices/notices.ts';
import { NoticeSettings } from '#web/features/notices/notice-settings.tsx';
import { renderInPage } from './support/render-page.tsx';
import { json, stubServer } from './support/stub-server.ts';

const channels = Object.fromEntries(NOTICE_CHANNELS.map((channel) => [channel, true]));
const SETTINGS = {
  kinds: Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, channels])),
  fixed: ['paid.email'],
  marketing_email: { is_on: false, changed_at: null },
  marketing_sms: { is_on: false, changed_at: null },
};
const PATH = '/api/auth/notices';
const read = { [`GET ${PATH}`]: () => json(SETTINGS) };
const started = page.getByRole('checkbox', { name: '진행과 통화' });

test('shows a switch as switched with the click itself, and says that it is saved', async () => {
  stubServer({ ...read, [`PUT ${PATH}`]: () => json(SETTINGS) });
  await renderInPage(<NoticeSettings />);
  for (const box of [started, page.getByRole('checkbox', { name: '문자로 광고성 정보 받기 (선택)' })]) {
    await expect.element(box).toBeVisible();
    const input = box.element();
    if (!(input instanceof HTMLInputElement)) throw new Error('no checkbox');
    const before = input.checked;
    input.click();
    expect(input.checked).toBe(!before);
  }
  await expect.element(page.getByText('저장했습니다.')).toBeVisible();
});

test('puts a switch back that could not be saved, and says so', async () => {
  stubServer({ ...read, [`PUT ${PATH}`]: () => json({}, 503) });
  await renderInPage(<NoticeSettings />);
  await started.click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(started).toBeChecked();
});

test('sends one choice of the channel for all groups that are on, and leaves receipts alone', async () => {
  const sent = stubServer({ ...read, [`PUT ${PATH}`]: () => json(SETTINGS) });
  await renderInPage(<NoticeSettings />);
  await expect.element(page.getByRole('radio', { name: '카카오톡 (닿지 않으면 문자)' })).toBeChecked();
  await page.getByRole('radio', { name: '문자', exact: true }).click();
  await expect.element(page.getByText('저장했습니다.')).toBeVisible();
  expect(sent).toEqual([
    {
      kinds: expect.objectContaining({
        step_done: { email: false, kakao: false, sms: true },
        paid: { kakao: false, sms: true },
      }),
    },
  ]);
});
