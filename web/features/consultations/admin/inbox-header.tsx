import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useId } from 'react';
import { badgesQuery } from '#web/features/desk/admin/badges-query.ts';
import { optional } from '#web/lib/optional.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { CONTROL_CLASS } from '#web/ui/field.tsx';
import { INBOX_VIEW_LABELS } from './inbox-filters.ts';
import { INBOX_VIEWS, type InboxSearch } from './inbox-search.ts';
import { useInboxAlerts } from './use-inbox-alerts.ts';

const TAB =
  'inline-flex min-h-11 items-center gap-1 whitespace-nowrap border-transparent border-b-2 px-1 text-ink-700 hover:text-ink-900 aria-[current=page]:border-olive-700 aria-[current=page]:font-semibold aria-[current=page]:text-ink-900';

/** Which list is shown, the search in it, and the alerts. */
export function InboxHeader({ search }: { search: InboxSearch }) {
  const { id, view, q } = search;
  const alerts = useInboxAlerts();
  const { data: badges } = useQuery(badgesQuery);
  const tabs = [undefined, ...INBOX_VIEWS] as const;
  return (
    <header className="border-line border-b px-4 pt-4">
      <h1 className="text-h4 text-ink-900">채팅 상담</h1>
      <SearchForm key={q} search={search} />
      <Checkbox
        label="새 메시지를 소리와 창 제목으로 알림"
        checked={alerts.isOn}
        onChange={({ currentTarget }) => alerts.setOn(currentTarget.checked)}
      />
      <nav aria-label="상담 목록" className="flex justify-between gap-2">
        {tabs.map((tab) => (
          <Link
            key={tab ?? 'all'}
            to="/admin/chat"
            search={{ ...optional('view', tab), ...optional('q', q), ...optional('id', id) }}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={tab === view ? 'page' : undefined}
            resetScroll={false}
            className={TAB}
          >
            {tab ? INBOX_VIEW_LABELS[tab] : '전체'}
            {tab === 'waiting' && badges && <span className="tabular-nums">{badges.waiting_conversations}</span>}
          </Link>
        ))}
      </nav>
    </header>
  );
}

function SearchForm({ search }: { search: InboxSearch }) {
  const navigate = useNavigate();
  const fieldId = useId();
  const { view, id, q = '' } = search;
  const show = (text: string) =>
    navigate({
      to: '/admin/chat',
      search: { ...optional('view', view), ...optional('id', id), ...optional('q', text || undefined) },
    });
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void show(String(new FormData(event.currentTarget).get('q')).trim());
  };
  return (
    <search>
      <form onSubmit={handleSubmit} className="mt-3 flex gap-2">
        <label htmlFor={fieldId} className="sr-only">
          상담 검색: 제목, 고객, 주문번호, 메시지 내용
        </label>
        <input
          id={fieldId}
          name="q"
          type="search"
          defaultValue={q}
          placeholder="제목, 고객, 군인, 메시지 검색"
          className={CONTROL_CLASS}
        />
        <Button type="submit" kind="secondary" className="shrink-0">
          찾기
        </Button>
      </form>
      {q !== '' && (
        <button
          type="button"
          onClick={() => void show('')}
          className="min-h-11 font-semibold text-olive-700 underline underline-offset-4"
        >
          검색 지우기
        </button>
      )}
    </search>
  );
}
