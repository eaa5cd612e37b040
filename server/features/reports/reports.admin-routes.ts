import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { route } from '#server/http/api/route.ts';
import type { AdminLimits } from '#server/http/guards/admin-limits.ts';
import { rightsOf } from '#server/http/session.ts';
import type { Clock } from '#server/lib/clock.ts';
import { endOfKoreanDay, koreanDayAt, koreanMonthRange, startOfKoreanDay } from '#server/lib/korean-day.ts';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import * as reportCalls from '#shared/features/reports/calls.ts';
import { daySheet, daySheetQuery, report, reportQuery } from '#shared/features/reports/schemas.ts';
import { presentDay, presentReport } from './reports.present.ts';
import { listLawyers, listMoves, sumMoney } from './reports.queries.ts';

type Options = { db: Db; clock: Clock; limits: AdminLimits };

/** The month's report (contract §9), and the money of a day. */
export const reportsAdminRoutes: FastifyPluginAsync<Options> = async (app, { db, clock, limits }) => {
  route(
    app,
    reportCalls.get,
    {
      summary: 'Get the money of a month and the work of each lawyer',
      query: reportQuery,
      answer: report,
      errors: ['TOO_MANY_REQUESTS'],
    },
    async (request) => {
      await limits.statistics(request);
      const now = clock.now();
      const month = request.query.month ?? koreanDayAt(now).slice(0, 7);
      const range = koreanMonthRange(month);
      const [money, lawyers] = await Promise.all([sumMoney(db, range), listLawyers(db, range, now)]);
      return presentReport(month, { money, lawyers }, mayDo(rightsOf(request).permissions, 'money'));
    },
  );

  route(
    app,
    reportCalls.getDay,
    {
      summary: 'Get all money that moved on a day',
      query: daySheetQuery,
      answer: daySheet,
      errors: ['TOO_MANY_REQUESTS'],
    },
    async (request) => {
      await limits.statistics(request);
      const date = request.query.date ?? koreanDayAt(clock.now());
      const moves = await listMoves(db, { from: startOfKoreanDay(date), to: endOfKoreanDay(date) });
      return presentDay(date, moves);
    },
  );
};
