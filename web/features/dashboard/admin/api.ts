import { queryOptions } from '@tanstack/react-query';
import * as dashboardCalls from '#shared/features/dashboard/calls.ts';
import type { StatisticsPeriod } from '#shared/rules/statistics-period.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { send } from '#web/lib/send.ts';

export const dashboardQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'dashboard'],
  queryFn: ({ signal }) => send(dashboardCalls.get, { signal }),
  meta: { isPersonal: true },
});

export const statisticsQuery = (period: StatisticsPeriod) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'statistics', period],
    queryFn: ({ signal }) => send(dashboardCalls.getStatistics, { query: { days: period }, signal }),
    meta: { isPersonal: true },
  });

export const workStatisticsQuery = (period: StatisticsPeriod) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'work-statistics', period],
    queryFn: ({ signal }) => send(dashboardCalls.getWorkStatistics, { query: { days: period }, signal }),
    meta: { isPersonal: true },
  });
