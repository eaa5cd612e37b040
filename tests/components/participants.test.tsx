import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { InviteClient } from '#web/features/participants/invite-client.tsx';
import { LeaveCase } from '#web/features/participants/leave-case.tsx';
import { renderInPage } from './support/render-page.tsx';
import { json, stubServer } from './support/stub-server.ts';

test('says to pass on the link that was made', async () => {
  const url = 'https://shop.example/join?token=made';
  stubServer({ 'POST /api/orders/7/invitation': () => json({ url, expires_at: '2026-12-12T00:00:00.000Z' }, 201) });
  await renderInPage(<InviteClient orderId={7} name="박지훈" hasPhone isInvited={false} onChange={async () => {}} />);
  await page.getByRole('button', { name: '초대하기' }).click();
  await expect.element(page.getByText(url)).toBeVisible();
  await expect.element(page.getByText('링크를 만들었습니다. 박지훈님에게 보내주세요.')).toBeVisible();
});

test('offers a client who has signed the letter no button that is refused', async () => {
  await renderInPage(<LeaveCase orderId={7} isSigned />);
  await expect.element(page.getByText('담당자가 참여를 끝내드립니다.')).toBeVisible();
  expect(page.getByRole('button', { name: '참여 끝내기' }).elements()).toEqual([]);
});
