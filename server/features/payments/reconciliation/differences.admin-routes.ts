import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Db } from '#server/db/transaction.ts';
import { readCursor, sendPage } from '#server/http/api/paging.ts';
import { registerNoStore } from '#server/http/guards/security-headers.ts';
import type { Sessions } from '#server/http/session.ts';
import { staffOf } from '#server/http/staff.ts';
import type { Clock } from '#server/lib/clock.ts';
import {
  type AdminDifference,
  type AdminWebhook,
  adminDifference,
  adminDifferencesQuery,
  adminWebhook,
  markHandledRequest,
  markWebhooksHandledRequest,
  markWebhooksHandledResponse,
} from '#shared/contract/admin-differences.ts';
import { idParam, success } from '#shared/contract/fields.ts';
import { markWebhooksHandled } from '../webhooks/mark-webhooks-handled.ts';
import {
  type DifferenceRow,
  listDifferences,
  listUnmatchedWebhooks,
  type UnmatchedWebhookRow,
} from './differences.queries.ts';
import { markDifferenceHandled } from './mark-difference-handled.ts';

type Options = { db: Db; clock: Clock; sessions: Sessions };

function presentDifference(row: DifferenceRow): AdminDifference {
  return {
    ...row,
    found_at: row.found_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    handled_at: row.handled_at?.toISOString() ?? null,
  };
}

function presentWebhook(row: UnmatchedWebhookRow): AdminWebhook {
  return {
    ...row,
    received_at: row.received_at.toISOString(),
    last_received_at: row.last_received_at.toISOString(),
    handled_at: row.handled_at?.toISOString() ?? null,
  };
}

/** Discrepancies with the provider's records, and unmatched webhooks. */
export const differencesAdminRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, clock, sessions }) => {
  registerNoStore(app);
  const onRequest = sessions.requireAdmin;

  app.get(
    '/api/admin/payment-differences',
    { onRequest, schema: { querystring: adminDifferencesQuery, response: { 200: adminDifference.array() } } },
    async (request, reply) => {
      const { state: isOpen, limit, cursor } = request.query;
      const page = await listDifferences(db, { isOpen, limit, after: readCursor(cursor) });
      return sendPage(request, reply, { ...page, rows: page.rows.map(presentDifference) });
    },
  );

  app.get(
    '/api/admin/payment-webhooks',
    { onRequest, schema: { querystring: adminDifferencesQuery, response: { 200: adminWebhook.array() } } },
    async (request, reply) => {
      const { state: isOpen, limit, cursor } = request.query;
      const page = await listUnmatchedWebhooks(db, { isOpen, limit, after: readCursor(cursor) });
      return sendPage(request, reply, { ...page, rows: page.rows.map(presentWebhook) });
    },
  );

  app.post(
    '/api/admin/payment-differences/:id/handled',
    { onRequest, schema: { params: idParam, body: markHandledRequest, response: { 200: success } } },
    async (request) => {
      const handled = { id: request.params.id, note: request.body.note };
      await markDifferenceHandled({ db, clock }, staffOf(request), 'payment_differences', handled);
      return { success: true as const };
    },
  );

  app.post(
    '/api/admin/payment-webhooks/:id/handled',
    { onRequest, schema: { params: idParam, body: markHandledRequest, response: { 200: success } } },
    async (request) => {
      const handled = { id: request.params.id, note: request.body.note };
      await markDifferenceHandled({ db, clock }, staffOf(request), 'payment_webhooks', handled);
      return { success: true as const };
    },
  );

  app.post(
    '/api/admin/payment-webhooks/handled',
    { onRequest, schema: { body: markWebhooksHandledRequest, response: { 200: markWebhooksHandledResponse } } },
    async (request) => {
      const handled = await markWebhooksHandled({ db, clock }, staffOf(request), request.body);
      return { success: true as const, handled };
    },
  );
};
