import type { AdminConversationsQuery } from '#shared/features/consultations/admin-schemas.ts';

/** The lists of the inbox, as they stand in the address; none is all conversations. */
export const INBOX_VIEWS = ['waiting', 'mine', 'unassigned'] as const;
export type InboxView = (typeof INBOX_VIEWS)[number];

export type InboxSearch = {
  view?: InboxView | undefined;
  q?: string | undefined;
  /** The conversation that is open. */
  id?: number | undefined;
};

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

export function inboxFilters({ view, q }: Pick<InboxSearch, 'view' | 'q'>): AdminConversationsQuery {
  return { ...(view && FILTERS[view]), ...(q !== undefined && { q }) };
}
