import { Link, useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { ORDER_STATUSES } from '#shared/rules/order-status.ts';
import { PENDING_TASKS } from '#shared/rules/pending-task.ts';
import { ADMIN_LINK } from '#web/features/admin-kit/admin-page.tsx';
import { LinkTabs } from '#web/features/admin-kit/link-tabs.tsx';
import { dayOf } from '#web/features/admin-kit/search-values.ts';
import { optional } from '#web/lib/optional.ts';
import { Button } from '#web/ui/button.tsx';
import { CONTROL_CLASS, Field } from '#web/ui/field.tsx';
import type { OrderFilters } from './order-search.ts';
import { PENDING_TASK_LABELS, STAFF_STATUS_LABELS } from './order-status.tsx';

/** The filter of the orders, kept in the address. */
export function OrderFilter({ filters }: { filters: OrderFilters }) {
  return (
    <div className="grid gap-3">
      <StatusTabs filters={filters} />
      {/* The address also changes by back and forward. */}
      <SearchForm key={JSON.stringify(filters)} filters={filters} />
    </div>
  );
}

function StatusTabs({ filters: { status: chosen, untouched, waiting, ...others } }: { filters: OrderFilters }) {
  const tabs = [
    ...([undefined, ...ORDER_STATUSES] as const).map((status) => ({
      label: status ? STAFF_STATUS_LABELS[status] : '전체',
      search: { ...others, ...optional('status', status) },
      isCurrent: status === chosen && !untouched && !waiting,
    })),
    { label: '시작할 주문', search: { ...others, untouched: '1' as const }, isCurrent: untouched !== undefined },
    ...PENDING_TASKS.map((task) => ({
      label: PENDING_TASK_LABELS[task],
      search: { ...others, waiting: task },
      isCurrent: task === waiting,
    })),
  ];
  return <LinkTabs label="주문 상태" to="/admin/orders" tabs={tabs} />;
}

function SearchForm({ filters }: { filters: OrderFilters }) {
  const navigate = useNavigate();
  const { status, untouched, waiting, q = '', from = '', to = '' } = filters;
  // A phone has no room for all conditions.
  const [isMore, setMore] = useState(from !== '' || to !== '');
  const kept = {
    ...optional('status', status),
    ...optional('untouched', untouched),
    ...optional('waiting', waiting),
  };
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = String(form.get('q')).trim();
    const search = {
      ...kept,
      ...optional('q', text || undefined),
      ...optional('from', dayOf(form.get('from'))),
      ...optional('to', dayOf(form.get('to'))),
    };
    void navigate({ to: '/admin/orders', search });
  };
  return (
    <form onSubmit={handleSubmit} className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_160px_160px_auto]">
      <Field label="검색">
        {(control) => (
          <input
            {...control}
            type="search"
            name="q"
            defaultValue={q}
            maxLength={100}
            placeholder="주문 번호, 서비스, 이름, 아이디, 전화번호"
            className={CONTROL_CLASS}
          />
        )}
      </Field>
      <Button
        kind="secondary"
        aria-expanded={isMore}
        className="justify-self-start sm:hidden"
        onClick={() => setMore(!isMore)}
      >
        기간으로 찾기
      </Button>
      <Field label="시작일" className={isMore ? '' : 'hidden sm:block'}>
        {(control) => <input {...control} type="date" name="from" defaultValue={from} className={CONTROL_CLASS} />}
      </Field>
      <Field label="종료일" className={isMore ? '' : 'hidden sm:block'}>
        {(control) => <input {...control} type="date" name="to" defaultValue={to} className={CONTROL_CLASS} />}
      </Field>
      <div className="flex items-center gap-4">
        <Button type="submit">검색</Button>
        {(q || from || to) && (
          <Link to="/admin/orders" search={kept} className={ADMIN_LINK}>
            조건 지우기
          </Link>
        )}
      </div>
    </form>
  );
}
