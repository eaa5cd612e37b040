import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { SubmitEvent } from 'react';
import type { AdminUserListItem } from '#shared/features/accounts/admin-schemas.ts';
import { formatDate } from '#shared/format/dates.ts';
import { USER_SORTS } from '#shared/platform/list-sorts.ts';
import { ADMIN_LINK, AdminPage } from '#web/admin-kit/admin-page.tsx';
import type { Column } from '#web/admin-kit/data-table.tsx';
import { SCROLLING_ROW } from '#web/admin-kit/link-tabs.tsx';
import { CallLink, ListCard } from '#web/admin-kit/lists/list-card.tsx';
import { listSorting } from '#web/admin-kit/lists/list-sorting.ts';
import { SortSelect } from '#web/admin-kit/lists/sort-select.tsx';
import { PagedList } from '#web/admin-kit/paged-list.tsx';
import { PhoneLink } from '#web/admin-kit/phone-link.tsx';
import { adminUsersQuery } from '#web/features/accounts/admin/api.ts';
import { type UserFilters, userFiltersOf } from '#web/features/accounts/admin/user-search.ts';
import { SavedFilters } from '#web/features/desk/admin/saved-filters.tsx';
import { Button } from '#web/ui/button.tsx';
import { CONTROL_CLASS, Field } from '#web/ui/field.tsx';

const route = getRouteApi('/queries/admin/admin/users');

export function AdminUsersPage() {
  const search = route.useSearch();
  const { cursor } = search;
  const filters = userFiltersOf(search);
  const query = useQuery({ ...adminUsersQuery({ ...filters, cursor }), placeholderData: keepPreviousData });
  const sorting = listSorting('/admin/users', USER_SORTS, filters);
  return (
    <AdminPage title="회원 관리">
      <div className="grid gap-3">
        <UserSearch key={filters.q} filters={filters} />
        <div className={`${SCROLLING_ROW} empty:hidden`}>
          <SavedFilters list="users" to="/admin/users" filters={filters} read={userFiltersOf} />
        </div>
      </div>
      <PagedList
        query={query}
        caption="회원 목록"
        countOf={(total) => `조건에 맞는 회원 ${total}명`}
        empty={{
          title: '조건에 맞는 회원이 없습니다',
          hint: '검색어를 바꾸거나 지워보세요.',
          unfiltered: { title: '아직 회원이 없습니다', hint: '고객이 가입하면 여기에 표시됩니다.' },
        }}
        columns={COLUMNS}
        card={userCard}
        sorting={sorting}
        to="/admin/users"
        filters={filters}
        isFirst={cursor === undefined}
      >
        <SortSelect columns={COLUMNS} sorting={sorting} />
      </PagedList>
    </AdminPage>
  );
}

function UserSearch({ filters: { q, ...sort } }: { filters: UserFilters }) {
  const navigate = useNavigate();
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('q')).trim();
    void navigate({ to: '/admin/users', search: { q: text || undefined, ...sort } });
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
            placeholder="이름, 아이디, 군인, 전화번호, 이메일"
            className={CONTROL_CLASS}
          />
        )}
      </Field>
      <Button type="submit">검색</Button>
      {q !== undefined && (
        <Link to="/admin/users" search={sort} className={ADMIN_LINK}>
          조건 지우기
        </Link>
      )}
    </form>
  );
}

const COLUMNS: readonly [Column<AdminUserListItem>, ...Column<AdminUserListItem>[]] = [
  {
    header: '아이디',
    cell: (user) => <UserLink user={user} />,
    sort: { key: 'user_id', first: 'asc' },
  },
  { header: '이름', cell: ({ fullname }) => fullname || '없음', sort: { key: 'fullname', first: 'asc' } },
  { header: '전화번호', cell: ({ phone }) => <PhoneLink phone={phone} /> },
  { header: '이메일', cell: ({ email }) => <span className="break-all">{email || '없음'}</span> },
  { header: '구분', cell: (user) => userKind(user) },
  { header: '군인', cell: ({ soldier_count }) => `${soldier_count}명`, isNumeric: true },
  { header: '주문', cell: ({ order_count }) => `${order_count}건`, isNumeric: true },
  {
    header: '가입일',
    cell: ({ created_at }) => formatDate(created_at),
    isNumeric: true,
    sort: { key: 'created_at', first: 'desc' },
  },
];

function UserLink({ user: { id, user_id } }: { user: AdminUserListItem }) {
  return (
    <Link to="/admin/users/$userId" params={{ userId: String(id) }} className={`${ADMIN_LINK} break-all`}>
      {user_id}
    </Link>
  );
}

/** An account on a phone: who it is, its number, what it has. */
function userCard(user: AdminUserListItem) {
  return (
    <ListCard
      name={<UserLink user={user} />}
      status={<span className="whitespace-nowrap text-ink-700">{userKind(user)}</span>}
      text={[user.fullname, user.email].filter(Boolean).join(', ') || '이름 없음'}
      action={<CallLink phone={user.phone} />}
      left={`군인 ${user.soldier_count}명, 주문 ${user.order_count}건`}
      right={formatDate(user.created_at)}
    />
  );
}

function userKind({ closed_at, role }: AdminUserListItem): string {
  if (closed_at) return '탈퇴';
  return role === 'admin' ? '관리자' : '회원';
}
