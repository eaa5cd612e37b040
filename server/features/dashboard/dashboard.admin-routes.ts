import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { createRecordLook } from '#server/features/audit/record-look.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import type { AdminLimits } from '#server/http/guards/admin-limits.ts';
import { rightsOf } from '#server/http/session.ts';
import type { Clock } from '#server/lib/clock.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import { mayDo, SEE_ORDERS } from '#shared/features/accounts/permissions.ts';
import * as dashboardCalls from '#shared/features/dashboard/calls.ts';
import { dashboard, statistics, statisticsQuery, workStatistics } from '#shared/features/dashboard/schemas.ts';
import { presentDashboard, presentStatistics } from './dashboard.present.ts';
import { countWaiting, getTotals, listRecentOrders, listStatistics } from './dashboard.queries.ts';
import { presentWorkStatistics } from './work-statistics.present.ts';
import { listContactMeasures, listFirstResponseMeasures, listRefundMeasures } from './work-statistics.queries.ts';

/** Recent orders on the dashboard (contract §3). */
const RECENT_ORDERS = 10;
/** Limit of exact counts of pending tasks. */
const MOST_UNTOUCHED = 1000;

/** `hasMailer`: mails are sent; without one they wait. */
type Options = { db: Db; clock: Clock; limits: AdminLimits; hasMailer: boolean };

/** The first page of the admin area (spec §2, contract §3). */
export const dashboardAdminRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, clock, limits, hasMailer } = options;
  const recordLook = createRecordLook(db);
  route(
    app,
    dashboardCalls.get,
    { summary: 'Get totals, pending tasks and recent orders', answer: dashboard },
    async (request) => {
      await recordLook({ ...adminOf(request), action: 'order.view_dashboard', subjectType: 'order' });
      const [totals, waiting, recent] = await Promise.all([
        getTotals(db),
        countWaiting(db, clock.now(), MOST_UNTOUCHED),
        mayDo(rightsOf(request).permissions, SEE_ORDERS) ? listRecentOrders(db, RECENT_ORDERS) : [],
      ]);
      return presentDashboard(totals, waiting, recent, hasMailer);
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
      const rows = await listStatistics(db, { beforeFrom: before[0] ?? today, from: period[0] ?? today, to: today });
      return presentStatistics(rows, period, before);
    },
  );

  route(
    app,
    dashboardCalls.getWorkStatistics,
    {
      summary: 'Get how fast buyers are called, and refunds by reason',
      query: statisticsQuery,
      answer: workStatistics,
      errors: ['TOO_MANY_REQUESTS'],
    },
    async (request) => {
      await limits.statistics(request);
      const { days } = request.query;
      const now = clock.now();
      const to = koreanDayAt(now);
      const from = koreanDayAt(now, 1 - days);
      const period = { beforeFrom: koreanDayAt(now, 1 - 2 * days), from, to, now };
      const measures = await Promise.all([
        listContactMeasures(db, period),
        listFirstResponseMeasures(db, period),
        listRefundMeasures(db, period),
      ]);
      return { from, to, ...presentWorkStatistics(...measures) };
    },
  );
};
