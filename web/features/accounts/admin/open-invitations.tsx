import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { StaffInvitation } from '#shared/features/accounts/invitation-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { type Columns, DataTable } from '#web/admin-kit/data-table.tsx';
import { useAction } from '#web/lib/use-action.ts';
import { confirm } from '#web/ui/ask.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ListPage } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { invitationsQuery, withdrawInvitation } from './invitations-api.ts';
import { permissionWords } from './permission-names.ts';

/** Invitations whose link still works. */
export function OpenInvitations() {
  const { data, error, refetch } = useQuery(invitationsQuery);
  const queryClient = useQueryClient();
  const { problem, isBusy, run } = useAction();
  const withdraw = async ({ id, email }: StaffInvitation) => {
    const isSure = await confirm({
      title: '초대 취소',
      message: `${email} 주소로 보낸 링크를 더는 쓸 수 없게 합니다.`,
      confirmLabel: '초대 취소',
      cancelLabel: '그대로 두기',
      isDangerous: true,
    });
    if (!isSure) return;
    await run(() => withdrawInvitation(id));
    await queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
  };
  const columns: Columns<StaffInvitation> = [
    { header: '이름', cell: ({ fullname }) => fullname },
    { header: '이메일', cell: ({ email }) => <span className="break-all">{email}</span> },
    { header: '할 수 있는 일', cell: ({ permissions }) => permissionWords(permissions) },
    { header: '초대한 사람', cell: ({ invited_by }) => <span className="break-all">{invited_by}</span> },
    { header: '쓸 수 있는 때', cell: ({ expires_at }) => `${formatDateTime(expires_at)}까지`, isNumeric: true },
    {
      header: '처리',
      cell: (invitation) => (
        <Button
          kind="secondary"
          disabled={isBusy}
          aria-label={`${invitation.fullname} 초대 취소`}
          onClick={() => void withdraw(invitation)}
          className="px-3 md:min-h-8"
        >
          취소
        </Button>
      ),
    },
  ];
  return (
    <div className="grid gap-3">
      {problem && <Notice kind="danger">{problem}</Notice>}
      <ListPage
        items={data}
        error={error}
        onRetry={() => void refetch()}
        subject="열린 초대"
        loading={<Skeleton className="h-24 w-full" />}
        empty={
          <EmptyState title="열린 초대가 없습니다">초대하시면 받는 분이 계정을 만들 때까지 여기에 보입니다.</EmptyState>
        }
      >
        {(invitations) => <DataTable caption="열린 초대" columns={columns} rows={invitations} keyOf={({ id }) => id} />}
      </ListPage>
    </div>
  );
}
