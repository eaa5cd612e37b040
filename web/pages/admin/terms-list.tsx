import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AdminTermsListItem } from '#shared/features/terms/admin-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { ADMIN_LINK, AdminPage } from '#web/admin-kit/admin-page.tsx';
import { type Column, DataTable } from '#web/admin-kit/data-table.tsx';
import { adminTermsListQuery } from '#web/features/terms/admin/api.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { EmptyState, ListPage } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const COLUMNS: readonly [Column<AdminTermsListItem>, ...Column<AdminTermsListItem>[]] = [
  {
    header: '제목',
    cell: ({ filename, title }) => (
      <Link to="/admin/terms/$filename" params={{ filename }} className={ADMIN_LINK}>
        {title}
      </Link>
    ),
  },
  { header: '파일 이름', cell: ({ filename }) => <span className="break-all">{filename}</span> },
  { header: '버전', cell: ({ version }) => version, isNumeric: true },
  { header: '변경 일시', cell: ({ updated_at }) => formatDateTime(updated_at) },
  { header: '사용하는 서비스', cell: ({ service_count }) => `${service_count}개`, isNumeric: true },
];

export function AdminTermsListPage() {
  const { data, error, refetch } = useQuery(adminTermsListQuery);
  return (
    <AdminPage
      title="약관 관리"
      action={
        <Link to="/admin/terms/new" className={buttonClass('primary')}>
          새 약관
        </Link>
      }
    >
      <p className="text-ink-700">
        서비스를 신청할 때 동의받는 약관입니다. 고치면 새 버전이 되고, 이미 접수된 주문은 동의한 버전을 그대로
        간직합니다.
      </p>
      <ListPage
        items={data}
        error={error}
        onRetry={() => void refetch()}
        loading={<Skeleton className="h-[240px] w-full" />}
        empty={<EmptyState title="등록된 약관이 없습니다">‘새 약관’에서 첫 약관을 등록해주세요.</EmptyState>}
        subject="약관 목록"
      >
        {(rows) => <DataTable caption="약관 목록" columns={COLUMNS} rows={rows} keyOf={({ filename }) => filename} />}
      </ListPage>
    </AdminPage>
  );
}
