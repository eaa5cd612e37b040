import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { SubmitEvent } from 'react';
import type { AdminUserListItem } from '#shared/features/accounts/admin-schemas.ts';
import { formatDate } from '#shared/format/dates.ts';
import { adminUsersQuery } from '#web/features/accounts/admin/api.ts';
import { ADMIN_LINK, AdminPage } from '#web/features/admin-kit/admin-page.tsx';
import type { Column } from '#web/features/admin-kit/data-table.tsx';
import { PagedList } from '#web/features/admin-kit/paged-list.tsx';
import { PhoneLink } from '#web/features/admin-kit/phone-link.tsx';
import { optional } from '#web/lib/optional.ts';
import { Button } from '#web/ui/button.tsx';
import { CONTROL_CLASS, Field } from '#web/ui/field.tsx';

const route = getRouteApi('/queries/admin/admin/users');

export function AdminUsersPage() {
  const search = route.useSearch();
  const { cursor, ...filters } = search;
  const query = useQuery({ ...adminUsersQuery(search), placeholderData: keepPreviousData });
  return (
    <AdminPage title="회원 관리">
      <UserSearch key={filters.q} q={filters.q} />
      <PagedList
        query={query}
        caption="회원 목록"
        countOf={(total) => `조건에 맞는 회원 ${total}명`}
        empty={{ title: '조건에 맞는 회원이 없습니다', hint: '검색어를 바꾸거나 지워보세요.' }}
        columns={COLUMNS}
        to="/admin/users"
        filters={filters}
        isFirst={cursor === undefined}
      />
    </AdminPage>
  );
}

function UserSearch({ q }: { q: string | undefined }) {
  const navigate = useNavigate();
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('q')).trim();
    void navigate({ to: '/admin/users', search: optional('q', text || undefined) });
  };
  return (
    <form onSubmit={handleSubmit} className="flex flex-wrap items-end gap-3">
      <Field label="검색" className="min-w-0 grow sm:max-w-[400px]">
        {(control) => (
          <input
            {...control}
            type="search"
            name="q"
            defaultValue={q}
            maxLength={100}
            placeholder="이름, 아이디, 전화번호, 이메일"
            className={CONTROL_CLASS}
          />
        )}
      </Field>
      <Button type="submit">검색</Button>
      {q !== undefined && (
        <Link to="/admin/users" className={ADMIN_LINK}>
          조건 지우기
        </Link>
      )}
    </form>
  );
}

const COLUMNS: readonly [Column<AdminUserListItem>, ...Column<AdminUserListItem>[]] = [
  {
    header: '아이디',
    cell: ({ id, user_id }) => (
      <Link to="/admin/users/$userId" params={{ userId: String(id) }} className={ADMIN_LINK}>
        {user_id}
      </Link>
    ),
  },
  { header: '이름', cell: ({ fullname }) => fullname || '없음' },
  { header: '전화번호', cell: ({ phone }) => <PhoneLink phone={phone} /> },
  { header: '이메일', cell: ({ email }) => <span className="break-all">{email || '없음'}</span> },
  { header: '구분', cell: (user) => userKind(user) },
  { header: '군인', cell: ({ soldier_count }) => `${soldier_count}명`, isNumeric: true },
  { header: '주문', cell: ({ order_count }) => `${order_count}건`, isNumeric: true },
  { header: '가입일', cell: ({ created_at }) => formatDate(created_at), isNumeric: true },
];

function userKind({ closed_at, role }: AdminUserListItem): string {
  if (closed_at) return '탈퇴';
  return role === 'admin' ? '관리자' : '회원';
}
