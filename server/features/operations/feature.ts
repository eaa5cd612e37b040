import type { Feature } from '#server/registry/feature.ts';
import * as calls from '#shared/features/operations/calls.ts';
import * as schemas from '#shared/features/operations/schemas.ts';
import { operationsAdminRoutes } from './operations.admin-routes.ts';

export const operations: Feature = {
  callTables: [{ name: 'operations', calls, description: 'How the running shop is.' }],
  schemas: [schemas],
  async routes(app, { deps, readBacklog }) {
    const { config, database, clock, stuckAfterMs, notices, jobRunner, mail } = deps;
    await app.register(operationsAdminRoutes, {
      db: database.db,
      clock,
      stuckAfterMs,
      readBacklog,
      setup: () => ({
        hasMailer: mail.mailer !== undefined,
        hasKakao: notices.gateways.kakao !== undefined,
        hasSms: notices.gateways.sms !== undefined,
        isSandbox: config.payment.sandbox,
        hasBackupKey: config.backupKey !== undefined,
        isJobRunnerDown: jobRunner.isDown,
        waitingCalls: database.pool.waitingCount,
      }),
    });
  },
};
