import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import type { Backlog } from '#server/features/monitoring/backlog.ts';
import { route } from '#server/http/api/route.ts';
import type { Clock } from '#server/lib/clock.ts';
import * as operationCalls from '#shared/features/operations/calls.ts';
import { operation } from '#shared/features/operations/schemas.ts';
import { judgeOperations, type OperationSetup } from './judge-operations.ts';
import { readOperationRow } from './operations.queries.ts';

type Options = {
  db: Db;
  clock: Clock;
  stuckAfterMs: number;
  readBacklog: () => Promise<Backlog>;
  setup: () => OperationSetup;
};

/** How the running shop is, for its owner (contract §9). */
export const operationsAdminRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, clock, stuckAfterMs, readBacklog, setup } = options;
  route(
    app,
    operationCalls.list,
    { summary: 'Get the state of mail, messages, payment, jobs and stores', answer: operation.array() },
    async () => {
      const now = clock.now();
      const before = new Date(now.getTime() - stuckAfterMs);
      const [backlog, row] = await Promise.all([readBacklog(), readOperationRow(db, before)]);
      return judgeOperations({ backlog, row, setup: setup(), now });
    },
  );
};
