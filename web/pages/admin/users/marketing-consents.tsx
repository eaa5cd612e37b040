import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { AdminMarketingConsent } from '#shared/features/accounts/marketing-schemas.ts';
import { formatDate, formatDateTime } from '#shared/format/dates.ts';
import { MARKETING_SORTS } from '#shared/platform/list-sorts.ts';
import {
  consentLabel,
  MARKETING_CHANNEL_LABELS,
  MARKETING_CHANNELS,
  MARKETING_SOURCE_LABELS,
  MARKETING_VIEWS,
} from '#shared/rules/notices/marketing.ts';
import { ADMIN_LINK, AdminPage } from '#web/admin-kit/admin-page.tsx';
import type { Columns } from '#web/admin-kit/data-table.tsx';
import { LinkTabs } from '#web/admin-kit/link-tabs.tsx';
import { ExportButton } from '#web/admin-kit/lists/export-dialog.tsx';
import { ListCard } from '#web/admin-kit/lists/list-card.tsx';
import { listSorting } from '#web/admin-kit/lists/list-sorting.ts';
import { SortSelect } from '#web/admin-kit/lists/sort-select.tsx';
import { PagedList } from '#web/admin-kit/paged-list.tsx';
import {
  type MarketingFilters,
  marketingConsentsQuery,
  marketingFileUrl,
  marketingFiltersOf,
  VIEW_LABELS,
} from '#web/features/accounts/admin/marketing.ts';
import { Badge } from '#web/ui/badge.tsx';
import { SelectField } from '#web/ui/select-field.tsx';

const route = getRouteApi('/queries/admin/admin/marketing-consents');
const PATH = '/admin/marketing-consents';
const CHANNELS = MARKETING_CHANNELS.map((value) => ({ value, label: MARKETING_CHANNEL_LABELS[value] }));

/** Lists who agreed to advertising, since when and how, and consents that are two years old. */
export function AdminMarketingConsentsPage() {
  const search = route.useSearch();
  const { cursor } = search;
  const filters = marketingFiltersOf(search);
  const query = useQuery({ ...marketingConsentsQuery({ ...filters, cursor }), placeholderData: keepPreviousData });
  const sorting = listSorting(PATH, MARKETING_SORTS, filters);
  return (
    <AdminPage
      title="광고 수신 동의"
      action={
        <ExportButton title="광고 수신 동의 CSV 내려받기" urlOf={(reason) => marketingFileUrl(filters, reason)} />
      }
    >
      <ConsentFilter filters={filters} />
      <PagedList
        query={query}
        caption="광고 수신 동의 목록"
        countOf={(total) => `조건에 맞는 기록 ${total}건`}
        empty={{
          title: '조건에 맞는 기록이 없습니다',
          hint: '다른 범위나 수단을 골라보세요.',
          unfiltered: {
            title: '광고 수신에 동의한 회원이 없습니다',
            hint: '회원이 가입하거나 알림 설정에서 동의하면 여기에 표시됩니다.',
          },
        }}
        columns={COLUMNS}
        card={consentCard}
        sorting={sorting}
        to={PATH}
        filters={filters}
        isFirst={cursor === undefined}
      >
        <SortSelect columns={COLUMNS} sorting={sorting} />
      </PagedList>
    </AdminPage>
  );
}

function ConsentFilter({ filters }: { filters: MarketingFilters }) {
  const navigate = useNavigate();
  return (
    <div className="grid gap-3">
      <LinkTabs
        label="기록의 범위"
        to={PATH}
        tabs={MARKETING_VIEWS.map((view) => ({
          label: VIEW_LABELS[view],
          search: marketingFiltersOf({ ...filters, view: view === 'standing' ? undefined : view }),
          isCurrent: view === (filters.view ?? 'standing'),
        }))}
      />
      <div className="md:max-w-xs">
        <SelectField
          label="수단"
          value={filters.channel ?? ''}
          placeholder="전체"
          options={CHANNELS}
          onChange={({ currentTarget: { value: channel } }) =>
            void navigate({ to: PATH, search: marketingFiltersOf({ ...filters, channel }), resetScroll: false })
          }
        />
      </div>
    </div>
  );
}

const COLUMNS: Columns<AdminMarketingConsent> = [
  { header: '아이디', cell: (consent) => <AccountLink consent={consent} /> },
  { header: '이름', cell: ({ fullname }) => fullname || '없음' },
  { header: '수단', cell: ({ channel }) => MARKETING_CHANNEL_LABELS[channel] },
  { header: '받는 곳', cell: ({ contact }) => <span className="break-all">{contact || '없음'}</span> },
  { header: '의사', cell: (consent) => <ChangeBadge consent={consent} /> },
  { header: '방법', cell: ({ source }) => MARKETING_SOURCE_LABELS[source] },
  {
    header: '일시',
    cell: ({ changed_at }) => formatDateTime(changed_at),
    isNumeric: true,
    sort: { key: 'changed_at', first: 'desc' },
  },
  { header: '다음 확인', cell: (consent) => reminderOf(consent), isNumeric: true },
];

/** A consent on a phone: whose it is, by which channel, since when. */
function consentCard(consent: AdminMarketingConsent) {
  const { fullname, channel, contact, source, changed_at } = consent;
  return (
    <ListCard
      name={<AccountLink consent={consent} />}
      status={<ChangeBadge consent={consent} />}
      text={[fullname, MARKETING_CHANNEL_LABELS[channel], contact].filter(Boolean).join(', ')}
      left={`${MARKETING_SOURCE_LABELS[source]}, 다음 확인 ${reminderOf(consent)}`}
      right={formatDateTime(changed_at)}
    />
  );
}

function AccountLink({ consent: { account_id, user_id } }: { consent: AdminMarketingConsent }) {
  return (
    <Link to="/admin/users/$userId" params={{ userId: String(account_id) }} className={`${ADMIN_LINK} break-all`}>
      {user_id}
    </Link>
  );
}

function ChangeBadge({ consent }: { consent: AdminMarketingConsent }) {
  return <Badge kind={consent.is_given ? 'success' : 'quiet'}>{consentLabel(consent)}</Badge>;
}

/** A reminder that is past could not be mailed: the firm confirms the consent in another way. */
function reminderOf({ remind_at }: AdminMarketingConsent): string {
  if (remind_at === null) return '없음';
  return new Date(remind_at) <= new Date() ? '메일로 알리지 못함' : formatDate(remind_at);
}
