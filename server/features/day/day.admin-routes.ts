import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { createRecordLook } from '#server/features/audit/record-look.ts';
import type { DaySource } from '#server/features/day/day-source.ts';
import { adminOf, viewerOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import * as dayCalls from '#shared/features/day/calls.ts';
import { DAY_KINDS, DAY_NEEDS } from '#shared/features/day/kinds.ts';
import { day, dayQuery } from '#shared/features/day/schemas.ts';
import { presentDay } from './day.present.ts';
import { readDay } from './day.queries.ts';

type Options = { db: Db; dataKeys: DataKeys; clock: Clock; sources: readonly DaySource[] };

/** An administrator's day (contract §9). */
export const dayAdminRoutes: FastifyPluginAsync<Options> = async (app, { db, dataKeys, clock, sources }) => {
  const recordLook = createRecordLook(db);

  route(
    app,
    dayCalls.get,
    { summary: 'List all that waits for the caller, the most urgent first', query: dayQuery, answer: day },
    async (request) => {
      const viewer = viewerOf(request);
      const kinds = DAY_KINDS.filter((kind) => mayDo(viewer.permissions, DAY_NEEDS[kind]));
      const rows = await readDay(
        { db, dataKeys, now: clock.now() },
        {
          sources: sources.filter(({ kind }) => kinds.includes(kind)),
          assigneeId: request.query.whose === 'me' ? viewer.id : undefined,
        },
      );
      await recordLook({ ...adminOf(request), action: 'order.view_day', subjectType: 'order' });
      return presentDay(rows, { kinds, permissions: viewer.permissions, texts: dataKeys });
    },
  );
};
