import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import type { AdminServiceListItem } from '#shared/contract/admin-services.ts';
import { cardPrice } from '#shared/rules/price.ts';
import { SERVICE_CATEGORIES, serviceCategoryLabel } from '#shared/rules/service-category.ts';
import { ADMIN_LINK, AdminPage } from '#web/features/admin/admin-page.tsx';
import { type Column, DataTable } from '#web/features/admin/data-table.tsx';
import {
  adminServicesQuery,
  deleteService,
  refreshServices,
  reorderServices,
} from '#web/features/admin/services-api.ts';
import { errorMessage } from '#web/lib/api-error.ts';
import { optional } from '#web/lib/optional.ts';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { EmptyState, ListPage } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';

const route = getRouteApi('/admin/admin/services');
const CATEGORIES = SERVICE_CATEGORIES.map((value) => ({ value, label: serviceCategoryLabel(value) }));

export function AdminServicesPage() {
  const { category, q } = route.useSearch();
  const { data, error, refetch } = useQuery(adminServicesQuery);
  const { problem, isBusy, act } = useListAct();
  const needle = (q ?? '').toLowerCase();
  const shown = data?.filter(
    (service) =>
      (category === undefined || service.category === category) && service.title.toLowerCase().includes(needle),
  );
  return (
    <AdminPage
      title="서비스 관리"
      action={
        <Link to="/admin/services/new" className={buttonClass('primary')}>
          새 서비스
        </Link>
      }
    >
      <ServiceFilter key={`${category} ${q}`} category={category} q={q} />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="grid gap-3" aria-busy={isBusy}>
        <p role="status" className="text-ink-700">
          {shown && `조건에 맞는 서비스 ${shown.length}개`}
        </p>
        <ListPage
          items={shown}
          error={error}
          onRetry={() => void refetch()}
          loading={<Skeleton className="h-[480px] w-full" />}
          empty={<EmptyState title="조건에 맞는 서비스가 없습니다" />}
          subject="서비스 목록"
        >
          {(rows) => (
            <DataTable
              caption="서비스 목록"
              columns={columnsOf(rows, isBusy, act)}
              rows={rows}
              keyOf={({ id }) => id}
            />
          )}
        </ListPage>
      </div>
    </AdminPage>
  );
}

type Act = (run: () => Promise<unknown>) => Promise<void>;

/** One change of the list at a time, with what went wrong with it. */
function useListAct() {
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const act: Act = async (run) => {
    setProblem(undefined);
    setBusy(true);
    try {
      await run();
      await refreshServices(queryClient);
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return { problem, isBusy, act };
}

async function askAndDelete({ id, title }: AdminServiceListItem, act: Act): Promise<void> {
  const isAgreed = await confirm({
    title: '서비스 삭제',
    message: `'${title}' 서비스를 삭제합니다. 더는 판매되지 않으며, 이미 접수된 주문은 그대로 남습니다.`,
    confirmLabel: '삭제',
    isDangerous: true,
  });
  if (isAgreed) await act(() => deleteService(id));
}

const SMALL = `${ADMIN_LINK} disabled:text-ink-500 disabled:no-underline`;

function columnsOf(
  rows: readonly AdminServiceListItem[],
  isBusy: boolean,
  act: Act,
): readonly [Column<AdminServiceListItem>, ...Column<AdminServiceListItem>[]] {
  const move = ({ id, title }: AdminServiceListItem, by: -1 | 1, label: string) => {
    const other = rows[rows.findIndex((row) => row.id === id) + by];
    const order = other && (by === -1 ? [id, other.id] : [other.id, id]);
    return (
      <button
        type="button"
        aria-label={`${title} ${label}`}
        disabled={isBusy || order === undefined}
        onClick={() => order && void act(() => reorderServices(order))}
        className={SMALL}
      >
        {label}
      </button>
    );
  };
  return [
    {
      header: '제목',
      cell: ({ id, title }) => (
        <Link to="/admin/services/$serviceId" params={{ serviceId: String(id) }} className={ADMIN_LINK}>
          {title}
        </Link>
      ),
    },
    { header: '순서', cell: ({ position }) => position, isNumeric: true },
    { header: '카테고리', cell: ({ category }) => serviceCategoryLabel(category) },
    { header: '가격', cell: ({ price }) => `${cardPrice(price)} (옵션 ${price.plans.length}개)` },
    {
      header: '조건',
      cell: ({ requiresAuth, requiresSoldier }) =>
        [requiresAuth && '로그인', requiresSoldier && '군인'].filter(Boolean).join(', ') || '없음',
    },
    {
      header: '작업',
      cell: (service) => (
        <span className="flex flex-wrap gap-x-4">
          {move(service, -1, '위로')}
          {move(service, 1, '아래로')}
          <button
            type="button"
            aria-label={`${service.title} 삭제`}
            disabled={isBusy}
            onClick={() => void askAndDelete(service, act)}
            className={SMALL}
          >
            삭제
          </button>
        </span>
      ),
    },
  ];
}

function ServiceFilter({ category, q }: { category: string | undefined; q: string | undefined }) {
  const navigate = useNavigate();
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const chosen = SERVICE_CATEGORIES.find((known) => known === data.get('category'));
    const text = String(data.get('q')).trim();
    void navigate({
      to: '/admin/services',
      search: { ...optional('category', chosen), ...optional('q', text || undefined) },
    });
  };
  return (
    <form onSubmit={handleSubmit} className="flex flex-wrap items-end gap-3">
      <SelectField
        name="category"
        label="카테고리"
        options={CATEGORIES}
        placeholder="전체"
        defaultValue={category ?? ''}
      />
      <TextField
        type="search"
        name="q"
        label="제목 검색"
        defaultValue={q}
        maxLength={100}
        className="grow sm:max-w-[400px]"
      />
      <Button type="submit">검색</Button>
      {(q !== undefined || category !== undefined) && (
        <Link to="/admin/services" className={ADMIN_LINK}>
          조건 지우기
        </Link>
      )}
    </form>
  );
}
