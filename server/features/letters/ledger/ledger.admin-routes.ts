import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import type { AdminLimits } from '#server/http/guards/admin-limits.ts';
import { endSlowDownload } from '#server/http/guards/transfers.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import { csvFile } from '#shared/contract/admin-lists.ts';
import * as calls from '#shared/features/letters/ledger-calls.ts';
import { ledgerQuery } from '#shared/features/letters/ledger-schemas.ts';
import { exportLedger } from './export-ledger.ts';

type Options = { db: Db; clock: Clock; dataKeys: DataKeys; limits: AdminLimits };

/** The firm's ledger of mandates (변호사법 28조). */
export const ledgerAdminRoutes: FastifyPluginAsync<Options> = async (app, { db, clock, dataKeys, limits }) => {
  route(
    app,
    calls.exportFile,
    {
      summary: 'Get the ledger of mandates as a CSV file',
      query: ledgerQuery,
      answer: csvFile,
      produces: ['text/csv'],
      deadline: 'none',
      errors: ['TOO_MANY_REQUESTS'],
    },
    async (request, reply) => {
      await limits.export(request);
      endSlowDownload(reply);
      const file = await exportLedger({ db, dataKeys }, adminOf(request), request.query);
      const { month = koreanDayAt(clock.now()) } = request.query;
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="mandates-${month}.csv"`)
        .send(file);
    },
  );
};
