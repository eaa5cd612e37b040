import { useNavigate } from '@tanstack/react-router';
import { NOTICE_CHANNELS, NOTICE_KINDS, NOTICE_STATES } from '#shared/rules/notices/notices.ts';
import { LinkTabs } from '#web/admin-kit/link-tabs.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { CHANNEL_LABELS, NOTICE_LABELS } from '../notice-labels.ts';
import { type NoticeFilters, noticeFiltersOf } from './api.ts';
import { NOTICE_STATE_TEXTS } from './notice-texts.ts';

const CHANNELS = NOTICE_CHANNELS.map((value) => ({ value, label: CHANNEL_LABELS[value] }));
const KINDS = NOTICE_KINDS.map((value) => ({ value, label: NOTICE_LABELS[value] }));

/** The filter of the list of notices, kept in the address. */
export function NoticeFilter({ filters }: { filters: NoticeFilters }) {
  const navigate = useNavigate();
  const choose = (change: Record<string, string>) =>
    void navigate({ to: '/admin/notices', search: noticeFiltersOf({ ...filters, ...change }), resetScroll: false });
  return (
    <div className="grid gap-3">
      <LinkTabs
        label="알림 상태"
        to="/admin/notices"
        tabs={[undefined, ...NOTICE_STATES].map((state) => ({
          label: state ? NOTICE_STATE_TEXTS[state].label : '전체',
          search: noticeFiltersOf({ ...filters, state }),
          isCurrent: state === filters.state,
        }))}
      />
      <div className="grid grid-cols-2 gap-3 md:max-w-md">
        <SelectField
          label="종류"
          value={filters.kind ?? ''}
          placeholder="전체"
          options={KINDS}
          onChange={({ currentTarget }) => choose({ kind: currentTarget.value })}
        />
        <SelectField
          label="수단"
          value={filters.channel ?? ''}
          placeholder="전체"
          options={CHANNELS}
          onChange={({ currentTarget }) => choose({ channel: currentTarget.value })}
        />
      </div>
    </div>
  );
}
