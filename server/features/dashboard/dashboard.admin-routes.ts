import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ReadDb } from '#server/db/replica.ts';
import type { Db } from '#server/db/transaction.ts';
import { registerNoStore } from '#server/http/security-headers.ts';
import type { Sessions } from '#server/http/session.ts';
import type { StaffLimits } from '#server/http/staff-limits.ts';
import type { Clock } from '#server/lib/clock.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import { dashboardResponse, figuresQuery, figuresResponse } from '#shared/contract/admin-dashboard.ts';
import { presentDashboard, presentFigures } from './dashboard.present.ts';
import { countWaiting, getTotals, listFigures, listRecentOrders } from './dashboard.queries.ts';

/** Recent orders on the dashboard (contract §3). */
const RECENT_ORDERS = 10;
/** What waits is counted up to here; beyond it, it is "many". */
const MOST_UNTOUCHED = 1000;

type Options = { db: Db; readDb: ReadDb; clock: Clock; sessions: Sessions; limits: StaffLimits };

/** The first page of the admin area (spec §2, contract §3). */
export const dashboardAdminRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { db, readDb, clock, sessions, limits } = options;
  registerNoStore(app);
  const onRequest = sessions.requireAdmin;

  app.get('/api/admin/dashboard', { onRequest, schema: { response: { 200: dashboardResponse } } }, async () => {
    const [totals, waiting, recent] = await Promise.all([
      readDb.read(getTotals),
      // What waits is acted upon: as it is now.
      countWaiting(db, clock.now(), MOST_UNTOUCHED),
      readDb.read((copy) => listRecentOrders(copy, RECENT_ORDERS)),
    ]);
    return presentDashboard(totals, waiting, recent);
  });

  app.get(
    '/api/admin/figures',
    { onRequest, schema: { querystring: figuresQuery, response: { 200: figuresResponse } } },
    async (request) => {
      await limits.figures(request);
      const { days } = request.query;
      const now = clock.now();
      const period = Array.from({ length: days }, (_, at) => koreanDayAt(now, at - days + 1));
      const before = Array.from({ length: days }, (_, at) => koreanDayAt(now, at - 2 * days + 1));
      const today = koreanDayAt(now);
      const rows = await readDb.read((copy) =>
        listFigures(copy, { beforeFrom: before[0] ?? today, from: period[0] ?? today, to: today }),
      );
      return presentFigures(rows, period, before);
    },
  );
};
