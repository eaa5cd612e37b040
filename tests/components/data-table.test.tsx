import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DataTable } from '#web/admin-kit/data-table.tsx';
import { useRowSelection } from '#web/admin-kit/row-selection.tsx';
import type { ListSorting } from '#web/admin-kit/sort-head.tsx';
import { renderInPage } from './support/render-page.tsx';

type Row = { id: number; number: string; price: string };
const ROWS: Row[] = [
  { id: 1, number: '20261122-A', price: '10원' },
  { id: 2, number: '20261122-B', price: '20원' },
];
type Search = { sort: string; order: string };

function List({ sorting, at = '1' }: { sorting?: ListSorting<Search>; at?: string }) {
  const selection = useRowSelection<Row>(at, ({ number }) => `주문 ${number}`);
  return (
    <DataTable
      caption="주문"
      columns={[
        { header: '번호', cell: ({ number }) => number, sort: { key: 'number', first: 'asc' } },
        { header: '금액', cell: ({ price }) => price, isNumeric: true, sort: { key: 'price', first: 'desc' } },
        { header: '메모', cell: () => '' },
      ]}
      rows={ROWS}
      keyOf={({ id }) => id}
      selection={selection}
      sorting={sorting}
    />
  );
}
const sortedBy = (key: string, order: 'asc' | 'desc'): ListSorting<Search> => ({
  to: '/admin/orders',
  key,
  order,
  searchOf: (sort, next) => ({ sort, order: next }),
});
const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
const box = (name: string) => page.getByRole('table').getByLabelText(name);

test('heads sort in their first order, and the sorted one turns the order around', async () => {
  await renderInPage(<List sorting={sortedBy('number', 'asc')} />);
  await expect.element(head('번호')).toHaveAttribute('aria-sort', 'ascending');
  await expect.element(head('금액')).not.toHaveAttribute('aria-sort');
  const linkOf = (name: string) => head(name).getByRole('link');
  await expect.element(linkOf('번호')).toHaveAttribute('href', '/admin/orders?sort=number&order=desc');
  await expect.element(linkOf('금액')).toHaveAttribute('href', '/admin/orders?sort=price&order=desc');
  await expect.element(linkOf('메모')).not.toBeInTheDocument();
});

test('selects a row, then the page, by keyboard', async () => {
  await renderInPage(<List />);
  const all = box('이 페이지 모두 선택');
  await box('주문 20261122-A 선택').click();
  await expect.element(all).toBePartiallyChecked();
  all.element().focus();
  await userEvent.keyboard(' ');
  await expect.element(all).toBeChecked();
  await expect.element(box('주문 20261122-B 선택')).toBeChecked();
  await userEvent.keyboard(' ');
  for (const { number } of ROWS) await expect.element(box(`주문 ${number} 선택`)).not.toBeChecked();
});

test('is a table where there is room, else cards with the same cells', async () => {
  await page.viewport(1280, 800);
  await renderInPage(<List />);
  await expect.element(page.getByRole('table', { name: '주문' })).toBeVisible();
  await page.viewport(390, 800);
  await expect.element(page.getByRole('list', { name: '주문' })).toBeVisible();
  await expect.element(page.getByRole('table', { name: '주문' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('listitem').first().getByText('10원')).toBeVisible();
  await page.viewport(1280, 800);
});
