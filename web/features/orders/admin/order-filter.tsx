import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { FilterGroups } from '#web/admin-kit/filter-groups.tsx';
import { usePermissions } from '#web/features/accounts/admin/use-permissions.ts';
import { orderCountsQuery } from '#web/features/desk/admin/api.ts';
import { SavedFilters } from '#web/features/desk/admin/saved-filters.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { CONTROL_CLASS, Field } from '#web/ui/field.tsx';
import { AssigneeCondition, PeriodCondition, SortCondition } from './order-conditions.tsx';
import { isNarrowed, orderFilterGroups } from './order-filter-groups.ts';
import { type OrderFilters, orderFiltersOf } from './order-search.ts';

const LIST = '/admin/orders';

type Props = { filters: OrderFilters };

/** The filter of the orders, kept in the address. A narrow screen has the conditions in a sheet. */
export function OrderFilter({ filters }: Props) {
  const { sort: _sort, order: _order, ...narrowing } = filters;
  const { data: counts } = useQuery({ ...orderCountsQuery(narrowing), placeholderData: keepPreviousData });
  const maySeeMoney = mayDo(usePermissions(), 'money');
  const saved = <SavedFilters list="orders" to={LIST} filters={filters} read={orderFiltersOf} />;
  return (
    <div className="grid gap-3">
      {/* The address also changes by back and forward. */}
      <div key={JSON.stringify(filters)} className="flex items-end gap-2">
        <SearchForm filters={filters} />
        <ConditionsSheet filters={filters}>{saved}</ConditionsSheet>
      </div>
      <FilterGroups to={LIST} groups={orderFilterGroups(filters, counts, maySeeMoney)} />
      <div className="hidden lg:block lg:empty:hidden">{saved}</div>
    </div>
  );
}

/** Returns what a form's fields ask for; what it has no field for stays. */
function useApply(filters: OrderFilters) {
  const navigate = useNavigate();
  return (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The field of a day that cannot be says so.
    if (!event.currentTarget.checkValidity()) return;
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    const { sorted, q = filters.q, ...conditions } = fields;
    const [sort, order] = typeof sorted === 'string' ? sorted.split(' ') : [filters.sort, filters.order];
    const search = { ...filters, ...conditions, q: typeof q === 'string' ? q.trim() : undefined, sort, order };
    void navigate({ to: LIST, search: orderFiltersOf(search) });
  };
}

function SearchForm({ filters }: Props) {
  const handleSubmit = useApply(filters);
  const { q, from, to, assignee } = filters;
  return (
    <form
      onSubmit={handleSubmit}
      noValidate
      className="flex min-w-0 grow items-end gap-2 lg:grid lg:grid-cols-[1fr_180px_150px_150px_auto] lg:gap-3"
    >
      <Field label="검색" className="min-w-0 grow">
        {(control) => (
          <input
            {...control}
            type="search"
            name="q"
            defaultValue={q}
            maxLength={100}
            placeholder="주문 번호, 서비스, 이름, 군인, 전화번호, 이메일"
            className={CONTROL_CLASS}
          />
        )}
      </Field>
      <div className="hidden lg:contents">
        <AssigneeCondition assignee={assignee} />
        <PeriodCondition from={from} to={to} />
      </div>
      <div className="flex items-center gap-4">
        <Button type="submit" className="shrink-0 whitespace-nowrap">
          검색
        </Button>
        {isNarrowed(filters) && (
          <Link to={LIST} search={{}} className={`${ADMIN_LINK} whitespace-nowrap max-lg:hidden`}>
            조건 지우기
          </Link>
        )}
      </div>
    </form>
  );
}

/** Assignee, period, order and saved filters on a narrow screen. */
function ConditionsSheet({ filters, children }: Props & { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const apply = useApply(filters);
  const count = [filters.assignee, filters.from ?? filters.to].filter((value) => value !== undefined).length;
  return (
    <div className="shrink-0 lg:hidden">
      <Button kind="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {count > 0 ? `조건 ${count}` : '조건'}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="조건과 정렬"
        isSheet
        footer={
          <Button type="submit" form="order-conditions" className="w-full">
            적용
          </Button>
        }
      >
        <form id="order-conditions" onSubmit={apply} className="grid gap-4">
          <SortCondition filters={filters} />
          <AssigneeCondition assignee={filters.assignee} />
          <PeriodCondition from={filters.from} to={filters.to} />
        </form>
        <div className="mt-6 overflow-x-auto">{children}</div>
      </Dialog>
    </div>
  );
}
