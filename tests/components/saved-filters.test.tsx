import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SavedFilter } from '#shared/features/desk/schemas.ts';
import { SavedFilters } from '#web/features/desk/admin/saved-filters.tsx';
import { orderFiltersOf } from '#web/features/orders/admin/order-search.ts';
import { renderInPage } from './support/render-page.tsx';
import { json, stubServer } from './support/stub-server.ts';

const QUERY = 'work=waiting&assignee=me&sort=contact_by&order=asc';
const filter = (part: Pick<SavedFilter, 'id' | 'name' | 'query'> & Partial<SavedFilter>): SavedFilter => ({
  list: 'orders',
  is_shared: false,
  is_own: true,
  created_at: '2026-11-20T03:00:00.000Z',
  ...part,
});

test('saves the present filter by name, shared if chosen, and renames and deletes own ones alone', async () => {
  const shared = filter({ id: 9, name: '끝난 사건', query: 'work=closed', is_shared: true, is_own: false });
  const elsewhere = filter({ id: 8, name: '회원 필터', query: 'q=a', list: 'users' });
  let own: SavedFilter[] = [];
  const sent = stubServer({
    'GET /api/admin/saved-filters': () => json([shared, elsewhere, ...own]),
    'POST /api/admin/saved-filters': () => {
      own = [filter({ id: 1, name: '내 착수 대기', query: QUERY })];
      return json(own[0], 201);
    },
    'PUT /api/admin/saved-filters/1': () => {
      own = [filter({ id: 1, name: '먼저 볼 주문', query: QUERY })];
      return json(own[0]);
    },
    'DELETE /api/admin/saved-filters/1': () => {
      own = [];
      return json({ success: true });
    },
  });
  const filters = orderFiltersOf(Object.fromEntries(new URLSearchParams(QUERY)));
  await renderInPage(<SavedFilters list="orders" to="/admin/orders" filters={filters} read={orderFiltersOf} />);
  const row = page.getByRole('navigation', { name: '내 필터' });
  const others = page.getByRole('navigation', { name: '함께 쓰는 필터' });
  await expect
    .element(others.getByRole('link', { name: '끝난 사건' }))
    .toHaveAttribute('href', '/admin/orders?work=closed');
  await expect.element(row.getByRole('link')).not.toBeInTheDocument();
  await row.getByRole('button', { name: '현재 조건 저장' }).click();
  const saving = page.getByRole('dialog', { name: '현재 조건 저장' });
  await saving.getByRole('button', { name: '저장' }).click();
  await expect.element(saving.getByText('필터의 이름을 입력해주세요.')).toBeVisible();
  await saving.getByLabelText('이 목록을 보는 모든 관리자와 함께 씁니다.').click();
  await saving.getByLabelText('필터 이름').fill('내 착수 대기');
  await userEvent.keyboard('{Enter}');
  await expect.element(saving).not.toBeInTheDocument();
  const link = row.getByRole('link', { name: '내 착수 대기' });
  await expect.element(link).toHaveAttribute('aria-current');
  await expect.element(link).toHaveAttribute('href', `/admin/orders?${QUERY}`);
  // A filter that is saved already is not offered for saving.
  await expect.element(row.getByRole('button', { name: '현재 조건 저장' })).not.toBeInTheDocument();

  await row.getByRole('button', { name: '내 필터 관리' }).click();
  const managing = page.getByRole('dialog', { name: '내 필터 관리' });
  await expect.element(managing.getByText('끝난 사건')).not.toBeInTheDocument();
  await managing.getByLabelText('이름: 내 착수 대기').fill('먼저 볼 주문');
  await managing.getByRole('button', { name: '이름 변경' }).click();
  await expect.element(managing.getByText('이름을 바꾸었습니다.')).toBeVisible();
  await managing.getByRole('button', { name: '먼저 볼 주문 삭제' }).click();
  await expect.element(managing.getByText('저장한 필터가 없습니다.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(others.getByRole('link', { name: '끝난 사건' })).toBeVisible();
  expect(sent).toEqual([
    { list: 'orders', query: QUERY, name: '내 착수 대기', is_shared: true },
    { name: '먼저 볼 주문' },
    undefined,
  ]);
});
