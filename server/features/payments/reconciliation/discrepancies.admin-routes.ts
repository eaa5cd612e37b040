import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { readCursor, sendPage } from '#server/http/api/paging.ts';
import { route } from '#server/http/api/route.ts';
import type { Clock } from '#server/lib/clock.ts';
import { idParam, success } from '#shared/contract/fields.ts';
import * as discrepancyCalls from '#shared/features/payments/admin-discrepancy-calls.ts';
import {
  adminDiscrepanciesQuery,
  adminDiscrepancy,
  adminWebhook,
  adminWebhooksQuery,
  markedWebhooks,
  markHandledBody,
  markWebhooksHandledBody,
} from '#shared/features/payments/admin-discrepancy-schemas.ts';
import { markWebhooksHandled } from '../webhooks/mark-webhooks-handled.ts';
import { presentDiscrepancy, presentWebhook } from './discrepancies.present.ts';
import { listDiscrepancies, listUnmatchedWebhooks } from './discrepancies.queries.ts';
import { markDiscrepancyHandled } from './mark-discrepancy-handled.ts';

/** Discrepancies with the provider's records, and unmatched webhooks. */
export const discrepanciesAdminRoutes: FastifyPluginAsync<{ db: Db; clock: Clock }> = async (app, deps) => {
  const { db } = deps;

  route(
    app,
    discrepancyCalls.list,
    {
      summary: "List the discrepancies with the provider's records",
      query: adminDiscrepanciesQuery,
      answer: adminDiscrepancy.array(),
    },
    async (request, reply) => {
      const { state: isOpen, cursor, ...query } = request.query;
      const page = await listDiscrepancies(db, { ...query, isOpen, after: readCursor(cursor) });
      const after = { differences: page.rows.map(({ id }) => id) };
      const act = { action: 'payment_difference.list', subjectType: 'payment_difference', after } as const;
      await recordAudit(db, { ...adminOf(request), ...act });
      return sendPage(request, reply, { ...page, rows: page.rows.map(presentDiscrepancy) });
    },
  );

  route(
    app,
    discrepancyCalls.listWebhooks,
    { summary: 'List the unmatched webhooks', query: adminWebhooksQuery, answer: adminWebhook.array() },
    async (request, reply) => {
      const { state: isOpen, cursor, ...query } = request.query;
      const page = await listUnmatchedWebhooks(db, { ...query, isOpen, after: readCursor(cursor) });
      const after = { webhooks: page.rows.map(({ id }) => id) };
      const act = { action: 'payment_webhook.list', subjectType: 'payment_webhook', after } as const;
      await recordAudit(db, { ...adminOf(request), ...act });
      return sendPage(request, reply, { ...page, rows: page.rows.map(presentWebhook) });
    },
  );

  route(
    app,
    discrepancyCalls.markHandled,
    {
      summary: 'Mark a discrepancy as handled',
      params: idParam,
      body: markHandledBody,
      answer: success,
      errors: ['NOT_FOUND'],
    },
    async (request) => {
      const handled = { id: request.params.id, note: request.body.note };
      await markDiscrepancyHandled(deps, adminOf(request), 'payment_differences', handled);
      return { success: true as const };
    },
  );

  route(
    app,
    discrepancyCalls.markWebhookHandled,
    {
      summary: 'Mark an unmatched webhook as handled',
      params: idParam,
      body: markHandledBody,
      answer: success,
      errors: ['NOT_FOUND'],
    },
    async (request) => {
      const handled = { id: request.params.id, note: request.body.note };
      await markDiscrepancyHandled(deps, adminOf(request), 'payment_webhooks', handled);
      return { success: true as const };
    },
  );

  route(
    app,
    discrepancyCalls.markWebhooksHandled,
    {
      summary: 'Mark several unmatched webhooks as handled',
      body: markWebhooksHandledBody,
      answer: markedWebhooks,
      example: { note: '다른 가맹점의 알림입니다.', ids: [7, 8] },
    },
    async (request) => ({
      success: true as const,
      handled: await markWebhooksHandled(deps, adminOf(request), request.body),
    }),
  );
};
