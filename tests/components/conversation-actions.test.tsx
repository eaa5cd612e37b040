import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AdminConversationDetail } from '#shared/features/consultations/admin-schemas.ts';
import { ConversationActions } from '#web/features/consultations/admin/conversation-actions.tsx';
import { renderInPage } from './support/render-page.tsx';
import { json, stubServer } from './support/stub-server.ts';

const AT = '2026-11-01T00:00:00.000Z';
const CONVERSATION: AdminConversationDetail = {
  id: 5,
  subject: '항고 절차',
  order_id: null,
  room: 'buyer',
  service_id: null,
  previous_id: null,
  status: 'waiting',
  hold_until: null,
  assignee: null,
  unread: 0,
  last_seq: 1,
  customer_read_seq: 1,
  last_message: null,
  created_at: AT,
  updated_at: AT,
  closed_at: null,
  reopens_until: null,
  version: 1,
  customer: { id: 3, fullname: '홍길동', user_id: 'hong' },
  waiting_since: AT,
  order_number: null,
  rooms: [],
  service_title: null,
  customer_contact: { phone: '', email: '' },
  customer_orders: [],
  customer_soldiers: [],
};
const lastDay = page.getByLabelText('보류가 끝나는 날');
const problem = page.getByText('보류할 날짜를 내일 이후로 선택해주세요.');

test('forgets the problem of a day once the day is changed, or the dialog closed, and holds until the day', async () => {
  const sent = stubServer({
    'GET /api/admin/consultations/assignees': () => json([]),
    'PATCH /api/admin/consultations/5': () => json(CONVERSATION),
  });
  await renderInPage(<ConversationActions conversation={CONVERSATION} ownId={1} />);
  const open = () => page.getByRole('button', { name: '보류' }).click();
  const hold = page.getByRole('button', { name: '보류하기' });
  await open();
  for (const forget of [() => lastDay.fill('2099-01-02'), () => userEvent.keyboard('{Escape}')]) {
    await lastDay.fill('');
    await hold.click();
    await expect.element(problem).toBeVisible();
    await forget();
    await expect.element(problem).not.toBeInTheDocument();
  }
  await expect.element(lastDay).not.toBeInTheDocument();
  await open();
  await expect.element(lastDay).toBeVisible();
  expect(problem.query()).toBeNull();
  await lastDay.fill('2099-01-02');
  await hold.click();
  await expect.poll(() => sent).toEqual([{ status: 'on_hold', hold_until: '2099-01-02', version: 1 }]);
});
