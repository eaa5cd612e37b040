import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminUser } from '#shared/features/accounts/admin-schemas.ts';
import { AdminSection } from '#web/admin-kit/admin-page.tsx';
import { type Column, DataTable } from '#web/admin-kit/data-table.tsx';
import { PhoneLink } from '#web/admin-kit/phone-link.tsx';
import { soldiersOfQuery } from '#web/features/accounts/admin/api.ts';
import { errorMessage } from '#web/lib/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';

type Soldier = AdminUser['soldiers'][number];

const COLUMNS: readonly [Column<Soldier>, ...Column<Soldier>[]] = [
  { header: '이름', cell: ({ fullname }) => fullname },
  { header: '관계', cell: ({ relationship }) => relationship },
  { header: '군 복무 상태', cell: ({ military_status }) => military_status },
  { header: '전화번호', cell: ({ phone }) => <PhoneLink phone={phone} /> },
  { header: '이메일', cell: ({ email }) => <span className="break-all">{email ?? '없음'}</span> },
];

type Props = {
  user: Pick<AdminUser, 'id' | 'soldiers' | 'soldier_count'>;
  /** Said where no soldier is shown. */
  absence: string;
};

/** The soldiers that the account has with its page; the others page by page, each of them audited. */
export function SoldiersSection({ user, absence }: Props) {
  const [isPaging, setPaging] = useState(false);
  const list = useInfiniteQuery({ ...soldiersOfQuery(user.id), enabled: isPaging });
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? user.soldiers;
  const handleMore = () => {
    if (list.data) void list.fetchNextPage();
    else if (isPaging) void list.refetch();
    else setPaging(true);
  };
  return (
    <AdminSection title="등록한 군인">
      {rows.length === 0 ? (
        <EmptyState title={absence} />
      ) : (
        <DataTable caption="등록한 군인" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
      )}
      {rows.length > 0 && rows.length < user.soldier_count && (
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className="text-small">
            전체 {user.soldier_count}명 중 먼저 등록한 {rows.length}명입니다.
          </p>
          <Button kind="secondary" isBusy={list.isFetching} onClick={handleMore}>
            군인 더 보기
          </Button>
        </div>
      )}
      {list.error && <Notice kind="danger">{errorMessage(list.error)}</Notice>}
    </AdminSection>
  );
}
