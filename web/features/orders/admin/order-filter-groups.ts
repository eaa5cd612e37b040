import type { OrderCounts } from '#shared/features/desk/schemas.ts';
import { ADMIN_STATUS_LABELS, ORDER_STATUSES } from '#shared/rules/order-status.ts';
import { PROOF_KINDS, proofLabel } from '#shared/rules/payments/proof.ts';
import { PENDING_TASKS } from '#shared/rules/pending-task.ts';
import { WORK_STATES, workStateLabel } from '#shared/rules/work/work-state.ts';
import type { FilterGroup } from '#web/admin-kit/filter-groups.tsx';
import { type OrderFilters, orderFiltersOf } from './order-search.ts';
import { PENDING_TASK_LABELS } from './order-status.tsx';

type Choice = {
  label: string;
  filters: OrderFilters;
  count?: (counts: OrderCounts) => number;
  /** Shown while there is one. */
  isRare?: boolean;
};

/** Holds choices of which one takes the place of another, while the other facets stay. */
type Facet = { keys: readonly (keyof OrderFilters)[]; choices: readonly Choice[] };

/** The promise, or the deadline, that ends first comes first. */
const BY_PROMISE = { sort: 'contact_by', order: 'asc' } as const;
const BY_LAST_DAY = { sort: 'last_day', order: 'asc' } as const;

const ASSIGNEES: Facet = {
  keys: ['assignee'],
  choices: [
    { label: '내 담당', filters: { assignee: 'me' }, count: ({ tasks }) => tasks.mine },
    { label: '미배정', filters: { assignee: 'none' }, count: ({ tasks }) => tasks.unassigned },
  ],
};

const TASKS: Facet = {
  keys: ['contact', 'untouched', 'waiting', 'due'],
  choices: [
    { label: '연락 기한 지남', filters: { contact: 'overdue', ...BY_PROMISE }, count: ({ tasks }) => tasks.overdue },
    { label: '연락 전', filters: { contact: 'open', ...BY_PROMISE }, count: ({ tasks }) => tasks.uncontacted },
    { label: '이번 주 기한', filters: { due: 'week', ...BY_LAST_DAY }, count: ({ tasks }) => tasks.due_this_week },
    { label: '시작할 주문', filters: { untouched: '1' }, count: ({ tasks }) => tasks.untouched },
    ...PENDING_TASKS.map((waiting) => ({
      label: PENDING_TASK_LABELS[waiting],
      filters: { waiting },
      count: ({ tasks }: OrderCounts) => (waiting === 'refund_request' ? tasks.refund_requests : tasks[waiting]),
      isRare: true,
    })),
  ],
};

const WORK: Facet = {
  keys: ['work'],
  choices: [
    { label: '종결 전', filters: { work: 'open' }, count: ({ tasks }) => tasks.open },
    ...WORK_STATES.map((work) => ({
      label: workStateLabel(work),
      filters: { work },
      count: ({ tasks }: OrderCounts) => tasks[work],
    })),
  ],
};

const STATUSES: Facet = {
  keys: ['status'],
  choices: [
    { label: '전체', filters: {}, count: ({ status }) => Object.values(status).reduce((sum, count) => sum + count, 0) },
    ...ORDER_STATUSES.map((status) => ({
      label: ADMIN_STATUS_LABELS[status],
      filters: { status },
      count: (counts: OrderCounts) => counts.status[status],
    })),
  ],
};

const PROOFS: Facet = {
  keys: ['proof'],
  choices: PROOF_KINDS.map((proof) => ({ label: proofLabel(proof), filters: { proof } })),
};

/** Tasks are counted up to here. */
const MOST_COUNTED = 1000;

const SORT = ['sort', 'order'] as const;

function isChosen({ keys }: Facet, choice: Choice, filters: OrderFilters): boolean {
  return keys.every((key) => choice.filters[key] === filters[key]);
}

function without(filters: OrderFilters, keys: readonly (keyof OrderFilters)[]): OrderFilters {
  return orderFiltersOf({ ...filters, ...Object.fromEntries(keys.map((key) => [key, undefined])) });
}

/** The filters beside a facet; the order that its present choice has brought goes with it. */
function beside(facet: Facet, filters: OrderFilters): OrderFilters {
  const { sort, order } = filters;
  const chosen = facet.choices.find((choice) => isChosen(facet, choice, filters));
  const isOwnSort = sort !== undefined && chosen?.filters.sort === sort && chosen.filters.order === order;
  return without(filters, isOwnSort ? [...facet.keys, ...SORT] : facet.keys);
}

/** A person's cases are the open ones, unless work or status is chosen. */
function withOwn(filters: OrderFilters, { filters: own }: Choice): OrderFilters {
  const isOpen = own.assignee !== undefined && filters.work === undefined && filters.status === undefined;
  return orderFiltersOf({ ...filters, ...(isOpen && { work: 'open' }), ...own });
}

/**
 * The filters of the list in groups; that of proofs is for those who see money. They combine: a choice replaces the
 * one of its own facet alone, and the present one takes itself back. Each count is that of the combination.
 */
export function orderFilterGroups(
  filters: OrderFilters,
  counts: OrderCounts | undefined,
  maySeeMoney: boolean,
): FilterGroup<OrderFilters>[] {
  const tabsOf = (facet: Facet, most = MOST_COUNTED) => {
    const rest = beside(facet, filters);
    return facet.choices.flatMap((choice) => {
      const isCurrent = isChosen(facet, choice, filters);
      const number = counts && choice.count?.(counts);
      if (choice.isRare && !number && !isCurrent) return [];
      const text =
        number !== undefined && number >= most ? `${most.toLocaleString('ko-KR')}+` : number?.toLocaleString('ko-KR');
      const isDefault = Object.keys(choice.filters).length === 0;
      const search = isCurrent ? rest : withOwn(rest, choice);
      return [{ label: choice.label, search, isCurrent, isDefault, count: text }];
    });
  };
  return [
    { label: '할 일', tabs: [...tabsOf(ASSIGNEES), ...tabsOf(TASKS)] },
    ...(maySeeMoney ? [{ label: '증빙', tabs: tabsOf(PROOFS) }] : []),
    { label: '업무', tabs: tabsOf(WORK) },
    { label: '상태', tabs: tabsOf(STATUSES, Number.POSITIVE_INFINITY) },
  ];
}

/** Returns whether anything narrows the list. */
export function isNarrowed(filters: OrderFilters): boolean {
  return Object.values(without(filters, SORT)).some((value) => value !== undefined);
}
