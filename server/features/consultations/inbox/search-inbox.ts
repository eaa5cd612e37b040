import type { Page } from '#server/http/api/paging.ts';
import type { ConsultationDeps } from '../consultation-deps.ts';
import type { ConversationView, Reader } from '../thread/conversations.queries.ts';
import { type InboxOptions, type InboxPlace, listInbox } from './inbox.queries.ts';
import { type ActivityPlace, searchConversations } from './search-conversations.ts';

/** The newest texts are read from no conversation on. */
const NEWEST: ActivityPlace = { at: 0, id: 1 };
const FIRST_ROW: InboxPlace = [0, 0, 0];

type SearchOptions = Omit<InboxOptions, 'after'> & { reader: Reader; q: string; after: readonly number[] | undefined };

/**
 * A page of the conversations that hold the words, in the order of the inbox. The pages of what the
 * newest texts gave come first; the next page behind them searches older texts, and may be empty.
 * `after` is a place of the inbox and the place that its texts were read from.
 */
export async function searchInbox(
  deps: ConsultationDeps,
  { q, after = [...FIRST_ROW, NEWEST.at, NEWEST.id], filters, ...options }: SearchOptions,
): Promise<Page<ConversationView, readonly number[]>> {
  const [at = NEWEST.at, id = NEWEST.id] = after.slice(FIRST_ROW.length);
  const behind = at === NEWEST.at ? undefined : { at, id };
  const { ids, older } = await searchConversations(deps, q, behind);
  const place = after.slice(0, FIRST_ROW.length);
  const page = await listInbox(deps.db, { ...options, filters: { ...filters, ids }, after: place });
  const start = behind ?? NEWEST;
  if (page.next) return { ...page, next: [...page.next, start.at, start.id] };
  return { ...page, next: older && [...FIRST_ROW, older.at, older.id] };
}
