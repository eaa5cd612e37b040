import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { StaffMember } from '#shared/features/admin-profiles/schemas.ts';
import { formatDateTime, formatMonthDay } from '#shared/format/dates.ts';
import { ADMIN_LINK, AdminPage, AdminSection, Panel } from '#web/admin-kit/admin-page.tsx';
import { type Columns, DataTable } from '#web/admin-kit/data-table.tsx';
import { usePageActs } from '#web/admin-kit/keys/page-acts.ts';
import { ListCard } from '#web/admin-kit/lists/list-card.tsx';
import { InviteForm } from '#web/features/accounts/admin/invite-form.tsx';
import { OpenInvitations } from '#web/features/accounts/admin/open-invitations.tsx';
import { permissionWords } from '#web/features/accounts/admin/permission-names.ts';
import { adminLabel, adminProfilesQuery } from '#web/features/admin-profiles/admin/api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loaded } from '#web/ui/list-page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Who works with the administration, what each may do, and who is invited to it. */
export function AdminStaffPage() {
  const [isInviting, setInviting] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const { data, error, refetch } = useQuery(adminProfilesQuery);
  const open = () => {
    setSentTo(undefined);
    setInviting(true);
  };
  usePageActs([!isInviting && { name: '직원 초대하기', act: open }]);
  return (
    <AdminPage title="직원" action={!isInviting && <Button onClick={open}>초대하기</Button>}>
      {sentTo && <Notice kind="success">{`${sentTo} 주소로 초대 메일을 보냈습니다.`}</Notice>}
      {isInviting && (
        <AdminSection title="초대하기">
          <Panel>
            <InviteForm
              onCancel={() => setInviting(false)}
              onSent={({ email }) => {
                setInviting(false);
                setSentTo(email);
              }}
            />
          </Panel>
        </AdminSection>
      )}
      <AdminSection title="직원 목록">
        <Loaded
          data={data}
          error={error}
          onRetry={() => void refetch()}
          subject="직원 목록"
          loading={<Skeleton className="h-60 w-full" />}
        >
          {(staff) => (
            <DataTable caption="직원 목록" columns={COLUMNS} rows={staff} keyOf={({ id }) => id} card={staffCard} />
          )}
        </Loaded>
        <p className="mt-2 text-ink-500">
          이름을 누르시면 권한과 계정 사용 여부, 고객에게 보이는 이름, 부재 기간을 바꾸실 수 있습니다.
        </p>
      </AdminSection>
      <AdminSection title="열린 초대">
        <OpenInvitations />
      </AdminSection>
    </AdminPage>
  );
}

const COLUMNS: Columns<StaffMember> = [
  { header: '이름', cell: (member) => <MemberLink member={member} /> },
  { header: '아이디', cell: ({ user_id }) => <span className="break-all">{user_id}</span> },
  { header: '할 수 있는 일', cell: ({ permissions = [] }) => permissionWords(permissions) },
  { header: '상태', cell: (member) => <ActivityBadge member={member} /> },
  { header: '마지막 로그인', cell: (member) => lastLoginOf(member), isNumeric: true },
  { header: '로그인한 기기', cell: ({ sessions = 0 }) => `${sessions}대`, isNumeric: true },
  { header: '진행 사건', cell: ({ open_cases }) => `${open_cases.toLocaleString('ko-KR')}건`, isNumeric: true },
];

function MemberLink({ member }: { member: StaffMember }) {
  return (
    <Link to="/admin/users/$userId" params={{ userId: String(member.id) }} className={ADMIN_LINK}>
      {adminLabel(member)}
    </Link>
  );
}

function ActivityBadge({ member: { is_active, away_until: day } }: { member: StaffMember }) {
  if (is_active && day) return <Badge kind="info">{`${formatMonthDay(`${day}T00:00:00+09:00`)}까지 부재`}</Badge>;
  return <Badge kind={is_active ? 'success' : 'quiet'}>{is_active ? '사용 중' : '사용 중지'}</Badge>;
}

function lastLoginOf({ last_login_at }: StaffMember): string {
  return last_login_at ? formatDateTime(last_login_at) : '기록 없음';
}

/** A member of the staff on a phone: who it is, what the person may do, the last login. */
function staffCard(member: StaffMember) {
  const { user_id, permissions = [], open_cases } = member;
  return (
    <ListCard
      name={<MemberLink member={member} />}
      status={<ActivityBadge member={member} />}
      text={permissionWords(permissions)}
      left={`${user_id}, 진행 사건 ${open_cases.toLocaleString('ko-KR')}건`}
      right={lastLoginOf(member)}
    />
  );
}
