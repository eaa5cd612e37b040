import { wireTime } from '#server/lib/wire-time.ts';
import type { Dashboard, Measures, Statistics } from '#shared/features/dashboard/schemas.ts';
import { countsByStatus, ORDER_STATUSES } from '#shared/rules/order-status.ts';
import type { RecentOrder, StatisticsRow, Totals, WaitingCounts } from './dashboard.queries.ts';

/** Pending tasks by urgency: broken promises, then money, then what can wait a day. */
const URGENCY = [
  'overdueContacts',
  'refundRequests',
  'refundsRefused',
  'errorOrders',
  'unsettledPayments',
  'waitingConversations',
  'untouchedOrders',
  'unassignedOrders',
  'paymentDifferences',
  'unknownWebhooks',
  'failedMails',
  'refundsRequested',
  'awaitedDeposits',
] satisfies readonly Dashboard['tasks'][number]['task'][];

/** Presents the dashboard (spec §2) with the pending tasks. */
export function presentDashboard(
  totals: Totals,
  { waitingMails, ...counts }: WaitingCounts,
  recent: RecentOrder[],
  hasMailer: boolean,
): Dashboard {
  const ordersByStatus = countsByStatus(totals.orders);
  const waiting = { ...counts, errorOrders: ordersByStatus.error };
  return {
    totalUsers: totals.users,
    totalServices: totals.services,
    totalOrders: ORDER_STATUSES.reduce((sum, status) => sum + ordersByStatus[status], 0),
    pendingOrders: ordersByStatus.pending,
    ordersByStatus,
    waiting,
    tasks: URGENCY.flatMap((task) => (waiting[task] > 0 ? [{ task, count: waiting[task] }] : [])),
    mail: { is_on: hasMailer, waiting: waitingMails },
    recentOrders: recent.map((order) => ({ ...order, created_at: wireTime(order.created_at) })),
  };
}

type Compared = { now: Measures; before: Measures };

const NOTHING: Measures = { orders: 0, confirmed: 0, revenue: 0 };

function nothing(): Compared {
  return { now: { ...NOTHING }, before: { ...NOTHING } };
}

function add(sum: Measures, { orders, confirmed, revenue }: Measures): void {
  sum.orders += orders;
  sum.confirmed += confirmed;
  sum.revenue += revenue;
}

/** Groups the rows by key and period. */
function gather<Key>(rows: StatisticsRow[], keyOf: (row: StatisticsRow) => Key | null): Map<Key, Compared> {
  const gathered = new Map<Key, Compared>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null) continue;
    const kept = gathered.get(key) ?? nothing();
    add(row.is_now ? kept.now : kept.before, row);
    gathered.set(key, kept);
  }
  return gathered;
}

function byRevenue(a: Compared, b: Compared): number {
  return b.now.revenue - a.now.revenue || b.before.revenue - a.before.revenue || b.now.orders - a.now.orders;
}

/** Presents two periods; `days` and `daysBefore` have the same length, oldest first. */
export function presentStatistics(rows: StatisticsRow[], days: string[], daysBefore: string[]): Statistics {
  const perDay = gather(rows, (row) => row.day);
  const titles = new Map(rows.map((row) => [row.service_id, row.service_title]));
  const total = nothing();
  const by_day = days.map((day, at) => {
    const day_before = daysBefore[at] ?? day;
    const compared = { now: perDay.get(day)?.now ?? NOTHING, before: perDay.get(day_before)?.before ?? NOTHING };
    add(total.now, compared.now);
    add(total.before, compared.before);
    return { day, before_day: day_before, ...compared };
  });
  return {
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    before_from: daysBefore[0] ?? '',
    before_to: daysBefore.at(-1) ?? '',
    total,
    by_day,
    by_service: [...gather(rows, (row) => row.service_id)]
      .map(([service_id, compared]) => ({ service_id, service_title: titles.get(service_id) ?? '', ...compared }))
      .toSorted(byRevenue),
    by_category: [...gather(rows, (row) => row.category)]
      .map(([category, compared]) => ({ category, ...compared }))
      .toSorted(byRevenue),
  };
}
