import type { OrderCounts } from '#shared/features/desk/schemas.ts';
import { ORDER_STATUSES } from '#shared/rules/order-status.ts';
import { PENDING_TASKS } from '#shared/rules/pending-task.ts';
import { workStateLabel } from '#shared/rules/work/work-state.ts';
import type { FilterGroup } from '#web/admin-kit/filter-groups.tsx';
import { type OrderFilters, orderFiltersOf } from './order-search.ts';
import { ADMIN_STATUS_LABELS, PENDING_TASK_LABELS } from './order-status.tsx';

type Choice = {
  label: string;
  filters: OrderFilters;
  count: (counts: OrderCounts) => number;
  /** Shown while there is one. */
  isRare?: boolean;
};

/** The promise that ends first comes first. */
const BY_DEADLINE = { sort: 'contact_by', order: 'asc' } as const;

const TASKS: readonly Choice[] = [
  { label: '내 담당', filters: { assignee: 'me', work: 'open' }, count: ({ tasks }) => tasks.mine },
  { label: '미배정', filters: { assignee: 'none', work: 'open' }, count: ({ tasks }) => tasks.unassigned },
  { label: '연락 기한 지남', filters: { contact: 'overdue', ...BY_DEADLINE }, count: ({ tasks }) => tasks.overdue },
  { label: '연락 전', filters: { contact: 'open', ...BY_DEADLINE }, count: ({ tasks }) => tasks.uncontacted },
  {
    label: workStateLabel('waiting'),
    filters: { work: 'waiting', ...BY_DEADLINE },
    count: ({ tasks }) => tasks.waiting,
  },
  { label: workStateLabel('in_progress'), filters: { work: 'in_progress' }, count: ({ tasks }) => tasks.in_progress },
  { label: '시작할 주문', filters: { untouched: '1' }, count: ({ tasks }) => tasks.untouched },
  ...PENDING_TASKS.map((waiting) => ({
    label: PENDING_TASK_LABELS[waiting],
    filters: { waiting },
    count: ({ tasks }: OrderCounts) => (waiting === 'refund_request' ? tasks.refund_requests : tasks[waiting]),
    isRare: true,
  })),
];

const STATUSES: readonly Choice[] = [
  { label: '전체', filters: {}, count: ({ status }) => Object.values(status).reduce((sum, count) => sum + count, 0) },
  ...ORDER_STATUSES.map((status) => ({
    label: ADMIN_STATUS_LABELS[status],
    filters: { status },
    count: (counts: OrderCounts) => counts.status[status],
  })),
];

/** Tasks are counted up to here. */
const MOST_COUNTED = 1000;

/** Returns what a choice decides; the other filters narrow it further. */
function chosen({ status, work, contact, untouched, waiting, assignee }: OrderFilters): string {
  // 내 담당 and 미배정 choose their assignee themselves; beside another choice it is a condition.
  return [status, work, contact, untouched, waiting, work === 'open' ? assignee : undefined].join();
}

/** The conditions that stay when another filter is chosen. */
function conditionsOf({ q, from, to, assignee, work }: OrderFilters): OrderFilters {
  return { q, from, to, assignee: work === 'open' ? undefined : assignee };
}

/** The filters of the list in two groups. Counts are those of each filter without conditions. */
export function orderFilterGroups(filters: OrderFilters, counts: OrderCounts | undefined): FilterGroup<OrderFilters>[] {
  const conditions = conditionsOf(filters);
  const isCounted = Object.values(conditions).every((value) => value === undefined);
  const tabsOf = (choices: readonly Choice[], most: number) =>
    choices.flatMap(({ label, filters: own, count, isRare }) => {
      const isCurrent = chosen(own) === chosen(filters);
      const number = counts && count(counts);
      if (isRare && !number && !isCurrent) return [];
      const text =
        number !== undefined && number >= most ? `${most.toLocaleString('ko-KR')}+` : number?.toLocaleString('ko-KR');
      return [
        { label, search: orderFiltersOf({ ...conditions, ...own }), isCurrent, count: isCounted ? text : undefined },
      ];
    });
  return [
    { label: '할 일', tabs: tabsOf(TASKS, MOST_COUNTED) },
    { label: '상태', tabs: tabsOf(STATUSES, Number.POSITIVE_INFINITY) },
  ];
}
