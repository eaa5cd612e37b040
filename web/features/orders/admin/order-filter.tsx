import { Link, useNavigate } from '@tanstack/react-router';
import type { SubmitEvent } from 'react';
import { ORDER_STATUSES } from '#shared/rules/order-status.ts';
import { WAITING_MATTERS } from '#shared/rules/waiting-matter.ts';
import { ADMIN_LINK, ADMIN_TAB } from '#web/features/admin-kit/admin-page.tsx';
import { dayOf } from '#web/features/admin-kit/search-values.ts';
import { optional } from '#web/lib/optional.ts';
import { Button } from '#web/ui/button.tsx';
import { CONTROL_CLASS, Field } from '#web/ui/field.tsx';
import type { OrderFilters } from './order-search.ts';
import { STAFF_STATUS_LABELS, WAITING_LABELS } from './order-status.tsx';

/**
 * Without this the router takes the link without a filter for the current page, whatever is chosen.
 */
const WHOLE_ADDRESS = { exact: true, includeSearch: true } as const;

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
  return (
    <nav aria-label="주문 상태" className="flex flex-wrap gap-2">
      {([undefined, ...ORDER_STATUSES] as const).map((status) => (
        <Link
          key={status ?? 'all'}
          to="/admin/orders"
          search={{ ...others, ...optional('status', status) }}
          activeOptions={WHOLE_ADDRESS}
          aria-current={status === chosen && !untouched && !waiting ? 'page' : undefined}
          className={ADMIN_TAB}
        >
          {status ? STAFF_STATUS_LABELS[status] : '전체'}
        </Link>
      ))}
      <Link
        to="/admin/orders"
        search={{ ...others, untouched: '1' }}
        activeOptions={WHOLE_ADDRESS}
        aria-current={untouched ? 'page' : undefined}
        className={ADMIN_TAB}
      >
        시작할 주문
      </Link>
      {WAITING_MATTERS.map((matter) => (
        <Link
          key={matter}
          to="/admin/orders"
          search={{ ...others, waiting: matter }}
          activeOptions={WHOLE_ADDRESS}
          aria-current={matter === waiting ? 'page' : undefined}
          className={ADMIN_TAB}
        >
          {WAITING_LABELS[matter]}
        </Link>
      ))}
    </nav>
  );
}

function SearchForm({ filters }: { filters: OrderFilters }) {
  const navigate = useNavigate();
  const { status, untouched, waiting, q = '', from = '', to = '' } = filters;
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
      <Field label="시작일">
        {(control) => <input {...control} type="date" name="from" defaultValue={from} className={CONTROL_CLASS} />}
      </Field>
      <Field label="종료일">
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
