import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ReadDb } from '#server/db/replica.ts';
import type { Db } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { readCursor, sendPage } from '#server/http/api/paging.ts';
import { registerNoStore } from '#server/http/guards/security-headers.ts';
import type { StaffLimits } from '#server/http/guards/staff-limits.ts';
import type { Sessions } from '#server/http/session.ts';
import { staffOf } from '#server/http/staff.ts';
import type { Clock } from '#server/lib/clock.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import {
  addNoteRequest,
  adminOrderListItem,
  adminOrderResponse,
  adminOrdersExportQuery,
  adminOrdersQuery,
  setOrderStatusRequest,
} from '#shared/contract/admin-orders.ts';
import { idParam } from '#shared/contract/fields.ts';
import { addOrderNote } from './admin/add-order-note.ts';
import { exportOrders } from './admin/export-orders.ts';
import { countOrders, listOrderRows } from './admin/order-list.admin-queries.ts';
import { presentOrderRow } from './admin/orders.admin-present.ts';
import { type SetStatusDeps, setOrderStatus } from './admin/set-order-status.ts';
import { getAdminOrderAnswer } from './orders.lookup.ts';

/** Sent as a stream, past the serialiser. */
const csvFile = z.unknown().describe('CSV, UTF-8 with a byte order mark');

type Options = { db: Db; readDb: ReadDb; clock: Clock; sessions: Sessions; limits: StaffLimits } & SetStatusDeps;

/** Everybody's orders, for staff (contract §3). Money is given back by the routes of payments. */
export const ordersAdminRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { db, readDb, clock, sessions, limits, onCancelled } = options;
  registerNoStore(app);
  const onRequest = sessions.requireAdmin;

  app.get(
    '/api/admin/orders',
    { onRequest, schema: { querystring: adminOrdersQuery, response: { 200: adminOrderListItem.array() } } },
    async (request, reply) => {
      const { limit, cursor, ...filters } = request.query;
      const after = readCursor(cursor);
      await limits.search(request, filters.q);
      const now = clock.now();
      const [page, total] = await readDb.read((copy) =>
        Promise.all([listOrderRows(copy, { filters, now, limit, after }), countOrders(copy, filters, now)]),
      );
      const seen = { filters, orders: page.rows.map(({ id }) => id) };
      await recordAudit(db, { ...staffOf(request), action: 'order.list', subjectType: 'order', after: seen });
      return sendPage(request, reply, { ...page, rows: page.rows.map(presentOrderRow), total });
    },
  );

  app.get(
    '/api/admin/orders/export',
    { onRequest, schema: { querystring: adminOrdersExportQuery, response: { 200: csvFile } } },
    async (request, reply) => {
      await limits.export(request);
      const now = clock.now();
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="orders-${koreanDayAt(now)}.csv"`)
        .send(Readable.from(exportOrders({ db, readDb }, staffOf(request), { filters: request.query, now })));
    },
  );

  app.get(
    '/api/admin/orders/:id',
    { onRequest, schema: { params: idParam, response: { 200: adminOrderResponse } } },
    async (request) => {
      const order = await getAdminOrderAnswer(db, request.params.id);
      const act = {
        action: 'order.view',
        subjectType: 'order',
        subjectId: order.id,
        after: { user: order.user.id },
      } as const;
      await recordAudit(db, { ...staffOf(request), ...act });
      return order;
    },
  );

  app.put(
    '/api/admin/orders/:id',
    { onRequest, schema: { params: idParam, body: setOrderStatusRequest, response: { 200: adminOrderResponse } } },
    async (request) => {
      await setOrderStatus({ db, onCancelled }, staffOf(request), request.params.id, request.body);
      return getAdminOrderAnswer(db, request.params.id);
    },
  );

  app.post(
    '/api/admin/orders/:id/notes',
    { onRequest, schema: { params: idParam, body: addNoteRequest, response: { 201: adminOrderResponse } } },
    async (request, reply) => {
      await addOrderNote(db, staffOf(request), request.params.id, request.body);
      reply.code(201);
      return getAdminOrderAnswer(db, request.params.id);
    },
  );
};
