import type { FastifyPluginAsync } from 'fastify';
import type { ReadDb } from '#server/db/replica.ts';
import type { Db } from '#server/db/transaction.ts';
import { route } from '#server/http/api/route.ts';
import type { StaffLimits } from '#server/http/guards/staff-limits.ts';
import type { Clock } from '#server/lib/clock.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import * as dashboardCalls from '#shared/features/dashboard/calls.ts';
import { dashboard, statistics, statisticsQuery } from '#shared/features/dashboard/schemas.ts';
import { presentDashboard, presentStatistics } from './dashboard.present.ts';
import { countWaiting, getTotals, listRecentOrders, listStatistics } from './dashboard.queries.ts';

/** Recent orders on the dashboard (contract §3). */
const RECENT_ORDERS = 10;
/** Limit of exact counts of pending tasks. */
const MOST_UNTOUCHED = 1000;

type Options = { db: Db; readDb: ReadDb; clock: Clock; limits: StaffLimits };

/** The first page of the admin area (spec §2, contract §3). */
export const dashboardAdminRoutes: FastifyPluginAsync<Options> = async (app, { db, readDb, clock, limits }) => {
  route(
    app,
    dashboardCalls.get,
    { summary: 'Get totals, pending tasks and recent orders', answer: dashboard },
    async () => {
      const [totals, waiting, recent] = await Promise.all([
        readDb.read(getTotals),
        // From the primary: administrators act on the pending tasks.
        countWaiting(db, clock.now(), MOST_UNTOUCHED),
        readDb.read((copy) => listRecentOrders(copy, RECENT_ORDERS)),
      ]);
      return presentDashboard(totals, waiting, recent);
    },
  );

  route(
    app,
    dashboardCalls.getStatistics,
    {
      summary: 'Get orders and revenue of a period beside the one before',
      query: statisticsQuery,
      answer: statistics,
      errors: ['TOO_MANY_REQUESTS'],
    },
    async (request) => {
      await limits.statistics(request);
      const { days } = request.query;
      const now = clock.now();
      const period = Array.from({ length: days }, (_, at) => koreanDayAt(now, at - days + 1));
      const before = Array.from({ length: days }, (_, at) => koreanDayAt(now, at - 2 * days + 1));
      const today = koreanDayAt(now);
      const rows = await readDb.read((copy) =>
        listStatistics(copy, { beforeFrom: before[0] ?? today, from: period[0] ?? today, to: today }),
      );
      return presentStatistics(rows, period, before);
    },
  );
};
