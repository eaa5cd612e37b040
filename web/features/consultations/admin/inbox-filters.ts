import type { AdminConversationsQuery } from '#shared/features/consultations/admin-schemas.ts';
import type { InboxSearch, InboxView } from './inbox-search.ts';

const FILTERS: Record<InboxView, AdminConversationsQuery> = {
  waiting: { status: 'waiting' },
  mine: { assignee: 'me' },
  unassigned: { assignee: 'none' },
};

export const INBOX_VIEW_LABELS: Record<InboxView, string> = {
  waiting: '답변 대기',
  mine: '내 담당',
  unassigned: '미배정',
};

/** The query of the list that the address names. */
export function inboxFilters({ view, q }: Pick<InboxSearch, 'view' | 'q'>): AdminConversationsQuery {
  return { ...(view && FILTERS[view]), ...(q !== undefined && { q }) };
}
