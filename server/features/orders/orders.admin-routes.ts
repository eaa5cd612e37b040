import { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { recordFirmsView } from '#server/features/participants/case-views.ts';
import { adminOf, viewerOf } from '#server/http/acting-admin.ts';
import { readCursor, sendPage } from '#server/http/api/paging.ts';
import { route } from '#server/http/api/route.ts';
import type { AdminLimits } from '#server/http/guards/admin-limits.ts';
import { endSlowDownload } from '#server/http/guards/transfers.ts';
import { actorOf, rightsOf } from '#server/http/session.ts';
import type { Clock } from '#server/lib/clock.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import { csvFile } from '#shared/contract/admin-lists.ts';
import { idParam } from '#shared/contract/fields.ts';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import * as orderCalls from '#shared/features/orders/admin-calls.ts';
import {
  addNoteBody,
  adminOrder,
  adminOrderListItem,
  adminOrdersExportQuery,
  adminOrdersQuery,
  setOrderStatusBody,
} from '#shared/features/orders/admin-schemas.ts';
import { addOrderNote } from './admin/add-order-note.ts';
import { auditedFilters } from './admin/audited-filters.ts';
import { exportOrders } from './admin/export-orders.ts';
import { getOrderPage } from './admin/order-list.admin-queries.ts';
import { presentOrderRow } from './admin/orders.admin-present.ts';
import { type SetStatusDeps, setOrderStatus } from './admin/set-order-status.ts';
import { exportMonth } from './money/export-month.ts';
import { filtersOf } from './order-filters.ts';
import { type AdminOrderReading, getAdminOrderAnswer } from './orders.lookup.ts';

type Options = { db: Db; clock: Clock; limits: AdminLimits } & SetStatusDeps & AdminOrderReading;

/** All orders, for administrators (contract §3). Refunds are routes of payments. */
export const ordersAdminRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, clock, limits } = options;

  route(
    app,
    orderCalls.list,
    {
      summary: 'List or search the orders, newest first',
      query: adminOrdersQuery,
      answer: adminOrderListItem.array(),
      errors: ['SEARCH_TOO_WIDE', 'TOO_MANY_REQUESTS'],
    },
    async (request, reply) => {
      const { limit, cursor, sort, order, ...asked } = request.query;
      const filters = filtersOf(asked, actorOf(request).id);
      const after = readCursor(cursor);
      await limits.search(request, filters.q);
      const now = clock.now();
      const page = await getOrderPage(db, { filters, now, limit, after, sorting: { sort, order } });
      const seen = { filters: await auditedFilters(options.dataKeys, filters), orders: page.rows.map(({ id }) => id) };
      await recordAudit(db, { ...adminOf(request), action: 'order.list', subjectType: 'order', after: seen });
      return sendPage(request, reply, { ...page, rows: page.rows.map(presentOrderRow) });
    },
  );

  route(
    app,
    orderCalls.exportFile,
    {
      summary: 'Get the orders, or the money of a month, as a CSV file',
      query: adminOrdersExportQuery,
      answer: csvFile,
      produces: ['text/csv'],
      deadline: 'none',
      errors: ['SEARCH_TOO_WIDE', 'TOO_MANY_REQUESTS'],
    },
    async (request, reply) => {
      await limits.export(request);
      endSlowDownload(reply);
      const { reason, month, purpose, ...asked } = request.query;
      const now = clock.now();
      const maySeeSoldier = mayDo(rightsOf(request).permissions, 'orders');
      if (month !== undefined && purpose !== undefined) {
        const file = await exportMonth(options, adminOf(request), { month, purpose, maySeeSoldier, reason });
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="orders-${month}-${purpose}.csv"`)
          .send(file);
      }
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="orders-${koreanDayAt(now)}.csv"`)
        .send(
          Readable.from(
            exportOrders({ db, dataKeys: options.dataKeys }, adminOf(request), {
              filters: filtersOf(asked, actorOf(request).id),
              reason,
              now,
              maySeeSoldier,
            }),
          ),
        );
    },
  );

  route(
    app,
    orderCalls.get,
    {
      summary: 'Get an order with its payments, notes and history',
      params: idParam,
      answer: adminOrder,
      errors: ['ORDER_NOT_FOUND'],
    },
    async (request) => {
      const order = await getAdminOrderAnswer(options, request.params.id, viewerOf(request));
      await recordAudit(db, {
        ...adminOf(request),
        action: 'order.view',
        subjectType: 'order',
        subjectId: order.id,
        after: { user: order.user.id },
      });
      const reading = { orderId: order.id, adminId: actorOf(request).id };
      await recordFirmsView(
        db,
        reading,
        ['progress', 'papers', 'answers', ...(order.letter ? (['letter'] as const) : [])],
        clock.now(),
      );
      return order;
    },
  );

  route(
    app,
    orderCalls.setStatus,
    {
      summary: 'Set the status of an order, without moving money',
      params: idParam,
      body: setOrderStatusBody,
      answer: adminOrder,
      errors: ['ORDER_NOT_FOUND'],
      example: { status: 'processing', note: '서류를 검토하고 있습니다.' },
    },
    async (request) => {
      await setOrderStatus(options, adminOf(request), request.params.id, request.body);
      return getAdminOrderAnswer(options, request.params.id, viewerOf(request));
    },
  );

  route(
    app,
    orderCalls.addNote,
    {
      summary: 'Add a note to an order',
      params: idParam,
      body: addNoteBody,
      answer: adminOrder,
      errors: ['ORDER_NOT_FOUND'],
    },
    async (request) => {
      await addOrderNote(options, adminOf(request), request.params.id, request.body);
      return getAdminOrderAnswer(options, request.params.id, viewerOf(request));
    },
  );
};
