import { ORDER_STATUSES, type OrderStatus } from '#shared/rules/order-status.ts';
import { PROOF_KINDS, type ProofKind } from '#shared/rules/payments/proof.ts';
import { PENDING_TASKS, type PendingTask } from '#shared/rules/pending-task.ts';
import { ORDER_SORTS, type OrderSort, WORK_FILTERS, type WorkFilter } from '#shared/rules/work/order-list.ts';
import { sortSearch } from '#web/admin-kit/lists/list-sorting.ts';
import { dayOf, oneOf, textOf } from '#web/lib/navigation/search-values.ts';

/** Filter and order of the list, as in the address; also what a saved filter holds. */
export type OrderFilters = {
  status?: OrderStatus | undefined;
  work?: WorkFilter | undefined;
  /** Paid orders whose buyer was not called yet: all, or those that are overdue. */
  contact?: 'open' | 'overdue' | undefined;
  /** Only paid orders that no admin has touched. */
  untouched?: '1' | undefined;
  /** Only orders with a pending task. */
  waiting?: PendingTask | undefined;
  /** `me`, `none` or the id of an administrator. */
  assignee?: string | undefined;
  /** Open cases of which a deadline or a step ends by the end of this week. */
  due?: 'week' | undefined;
  /** Paid orders by the receipt that was issued for the tax office. */
  proof?: ProofKind | undefined;
  q?: string | undefined;
  /** Days in Korea, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** Newest first when left out; always with `order`. */
  sort?: OrderSort | undefined;
  order?: 'asc' | 'desc' | undefined;
};
/** The cursor returned with the previous page. */
export type OrderSearch = OrderFilters & { cursor?: string | undefined };

type Search = Record<string, unknown>;

/** Drops what is not one of the list's filters. */
export function orderFiltersOf(search: Search): OrderFilters {
  const { assignee } = search;
  return {
    // Contract §3 has two words for it.
    status: oneOf(ORDER_STATUSES, search.status === 'completed' ? 'confirmed' : search.status),
    work: oneOf(WORK_FILTERS, search.work),
    contact: oneOf(['open', 'overdue'], search.contact),
    untouched: search.untouched === '1' ? '1' : undefined,
    waiting: oneOf(PENDING_TASKS, search.waiting),
    assignee: typeof assignee === 'string' && /^(me|none|[1-9]\d{0,8})$/.test(assignee) ? assignee : undefined,
    due: oneOf(['week'], search.due),
    proof: oneOf(PROOF_KINDS, search.proof),
    q: textOf(search.q),
    from: dayOf(search.from),
    to: dayOf(search.to),
    ...sortSearch(ORDER_SORTS, search),
  };
}

export function orderSearchOf(search: Search): OrderSearch {
  return { ...orderFiltersOf(search), cursor: textOf(search.cursor) };
}
