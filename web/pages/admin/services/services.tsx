import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { SubmitEvent } from 'react';
import type { AdminServiceListItem } from '#shared/features/services/admin-schemas.ts';
import { cardPrice } from '#shared/rules/price.ts';
import { schedulePhase } from '#shared/rules/scheduled-price.ts';
import { SERVICE_CATEGORIES, serviceCategoryLabel } from '#shared/rules/service-category.ts';
import { ADMIN_LINK, AdminPage } from '#web/admin-kit/admin-page.tsx';
import { type Column, DataTable } from '#web/admin-kit/data-table.tsx';
import { DragHandle } from '#web/admin-kit/drag-handle.tsx';
import { useDragOrder } from '#web/admin-kit/use-drag-order.ts';
import {
  adminServicesQuery,
  copyService,
  deleteService,
  refreshServices,
  reorderServices,
} from '#web/features/services/admin/api.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { optional } from '#web/lib/optional.ts';
import { useAction } from '#web/lib/use-action.ts';
import { confirm } from '#web/ui/ask.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { EmptyState, ListPage } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';

const route = getRouteApi('/queries/admin/admin/services');
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
          empty={
            data?.length === 0 ? (
              <EmptyState title="등록된 서비스가 없습니다">‘새 서비스’에서 첫 서비스를 등록해주세요.</EmptyState>
            ) : (
              <EmptyState title="조건에 맞는 서비스가 없습니다">카테고리나 검색어를 바꾸거나 지워보세요.</EmptyState>
            )
          }
          subject="서비스 목록"
        >
          {(rows) => <ServicesTable rows={rows} isBusy={isBusy} act={act} />}
        </ListPage>
      </div>
    </AdminPage>
  );
}

type Act = (run: () => Promise<unknown>) => Promise<void>;

/** One change of the list at a time, with its error. */
function useListAct() {
  const queryClient = useQueryClient();
  const { problem, isBusy, run } = useAction();
  const act: Act = async (change) => {
    await run(async () => {
      try {
        await change();
      } finally {
        // Also after a refusal: the list shown is outdated.
        await refreshServices(queryClient).catch(() => undefined);
      }
    });
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

type TableProps = { rows: readonly AdminServiceListItem[]; isBusy: boolean; act: Act };

/** The list, which can be reordered: the shown rows swap their positions. */
function ServicesTable({ rows, isBusy, act }: TableProps) {
  const navigate = useNavigate();
  const seen = rows.map(({ id }) => id);
  const order = useDragOrder(rows, (ids) => act(() => reorderServices({ ids, seen })));
  const copy = ({ id }: AdminServiceListItem) =>
    void act(async () => {
      const made = await copyService(id);
      await navigate({ to: '/admin/services/$serviceId', params: { serviceId: String(made.id) } });
    });
  return (
    <DataTable
      caption="서비스 목록"
      columns={columnsOf(order, isBusy, act, copy)}
      rows={order.shown}
      keyOf={({ id }) => id}
    />
  );
}

function columnsOf(
  { shown, held, step, handleProps }: ReturnType<typeof useDragOrder<AdminServiceListItem>>,
  isBusy: boolean,
  act: Act,
  onCopy: (service: AdminServiceListItem) => void,
): readonly [Column<AdminServiceListItem>, ...Column<AdminServiceListItem>[]] {
  const move = ({ id, title }: AdminServiceListItem, by: -1 | 1, label: string) => (
    <button
      type="button"
      aria-label={`${title} ${label}`}
      disabled={isBusy || shown.at(by === -1 ? 0 : -1)?.id === id}
      onClick={({ currentTarget }) => step(id, by, currentTarget)}
      className={SMALL}
    >
      {label}
    </button>
  );
  const handle = ({ id, title, position }: AdminServiceListItem) => (
    <DragHandle
      {...handleProps(id)}
      label={`${title} 순서 ${position}, 끌거나 위아래 화살표 키로 옮기기`}
      isHeld={held === id}
      aria-disabled={isBusy}
    >
      {position}
    </DragHandle>
  );
  return [
    {
      header: '제목',
      cell: ({ id, title }) => (
        <Link
          to="/admin/services/$serviceId"
          params={{ serviceId: String(id) }}
          className={`${ADMIN_LINK} ${held === id ? 'outline-2 outline-olive-700' : ''}`}
        >
          {title}
        </Link>
      ),
    },
    { header: '순서', cell: handle, isNumeric: true },
    {
      header: '공개',
      cell: ({ is_hidden }) => (is_hidden ? <Badge kind="quiet">숨김</Badge> : '공개'),
    },
    { header: '카테고리', cell: ({ category }) => serviceCategoryLabel(category) },
    { header: '가격', cell: priceText },
    {
      header: '조건',
      cell: ({ requiresAuth, requiresSoldier }) =>
        [requiresAuth && '로그인', requiresSoldier && '군인'].filter(Boolean).join(', ') || '없음',
    },
    {
      header: '작업',
      cell: (service) => (
        <span className="flex flex-wrap gap-x-4 whitespace-nowrap @2xl:flex-nowrap">
          {move(service, -1, '위로')}
          {move(service, 1, '아래로')}
          <button
            type="button"
            aria-label={`${service.title} 복제`}
            disabled={isBusy}
            onClick={() => onCopy(service)}
            className={SMALL}
          >
            복제
          </button>
          <button
            type="button"
            aria-label={`${service.title} 삭제`}
            disabled={isBusy}
            onClick={() => void askAndDelete(service, act)}
            className={`${SMALL} not-disabled:text-danger`}
          >
            삭제
          </button>
        </span>
      ),
    },
  ];
}

const PHASES = { before: '기간 가격 예정', during: '기간 가격 적용 중', after: '기간 가격 끝남' } as const;

function priceText({ price, scheduled_price }: AdminServiceListItem): string {
  const regular = `${cardPrice(price)} (옵션\u00a0${price.plans.length}개)`;
  return scheduled_price ? `${regular}, ${PHASES[schedulePhase(scheduled_price, serverNow())]}` : regular;
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
