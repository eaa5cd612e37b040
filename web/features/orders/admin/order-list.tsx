import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AdminOrderListItem } from '#shared/features/orders/admin-schemas.ts';
import type { OrderResult } from '#shared/features/orders/work-schemas.ts';
import { ORDER_SORTS } from '#shared/rules/work/order-list.ts';
import { listSorting } from '#web/admin-kit/lists/list-sorting.ts';
import { PagedList } from '#web/admin-kit/paged-list.tsx';
import { useRowSelection } from '#web/admin-kit/row-selection.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { adminOrdersQuery } from './api.ts';
import { orderCard, orderColumns, type RowResults } from './order-columns.tsx';
import type { OrderSearch } from './order-search.ts';
import { type SelectedAct, SelectedOrders } from './selected/selected-orders.tsx';

const NO_RESULTS: RowResults = new Map();

/** One page of the orders, with an action on several of them. */
export function OrderList({ search }: { search: OrderSearch }) {
  const { cursor, ...filters } = search;
  const query = useQuery({ ...adminOrdersQuery(search), placeholderData: keepPreviousData });
  const selection = useRowSelection<AdminOrderListItem>(
    JSON.stringify(search),
    ({ order_number }) => `주문 ${order_number}`,
  );
  const [results, setResults] = useState(NO_RESULTS);
  const [act, setAct] = useState<SelectedAct>('assign');
  const said = useRef<HTMLDivElement>(null);
  const rows = query.data?.rows ?? [];
  const selected = rows.filter(selection.isSelected);
  const handleDone = (done: SelectedAct, answers: OrderResult[]) => {
    setAct(done);
    const byId = new Map(answers.map((answer) => [answer.order_id, answer]));
    setResults(byId);
    // All that was refused stays selected, for another try.
    selection.select(rows.filter(({ id }) => byId.get(id)?.is_done === false));
    said.current?.focus();
  };
  const handleClear = () => {
    selection.select([]);
    said.current?.focus();
  };
  return (
    <>
      <PagedList
        query={query}
        caption="주문 목록"
        countOf={(total) => `조건에 맞는 주문 ${total}건`}
        empty={{
          title: '조건에 맞는 주문이 없습니다',
          hint: '조건을 바꾸거나 지워보세요.',
          unfiltered: { title: '아직 주문이 없습니다', hint: '고객이 서비스를 신청하면 여기에 표시됩니다.' },
        }}
        columns={orderColumns(results, DONE_WORDS[act].done)}
        card={orderCard(results, DONE_WORDS[act].done)}
        sorting={listSorting('/admin/orders', ORDER_SORTS, filters)}
        selection={selection}
        isDense
        to="/admin/orders"
        filters={filters}
        isFirst={cursor === undefined}
      >
        <div ref={said} tabIndex={-1} className="empty:hidden">
          {results.size > 0 && <ResultNotice act={act} results={results} />}
        </div>
      </PagedList>
      {selected.length > 0 && (
        <SelectedOrders orderIds={selected.map(({ id }) => id)} onDone={handleDone} onClear={handleClear} />
      )}
    </>
  );
}

const DONE_WORDS: Record<SelectedAct, { what: string; done: string; failed: string }> = {
  assign: { what: '의 담당을', done: '지정했습니다', failed: '지정하지' },
  step: { what: '에 단계를', done: '추가했습니다', failed: '추가하지' },
  message: { what: '에 메시지를', done: '남겼습니다', failed: '남기지' },
};

function ResultNotice({ act, results }: { act: SelectedAct; results: RowResults }) {
  const { what, done, failed: notDone } = DONE_WORDS[act];
  const failed = [...results.values()].filter(({ is_done }) => !is_done).length;
  if (failed === 0) return <Notice kind="success">{`주문 ${results.size}건${what} ${done}.`}</Notice>;
  return (
    <Notice kind="danger">
      {`주문 ${results.size}건 가운데 ${failed}건${what} ${notDone} 못했습니다. 이유는 각 주문에 있습니다.`}
    </Notice>
  );
}
