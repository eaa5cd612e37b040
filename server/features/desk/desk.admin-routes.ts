import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { findUsers } from '#server/features/accounts/find-users.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { soughtBy } from '#server/features/audit/sought.ts';
import { findOrders } from '#server/features/orders/find-orders.ts';
import { getOrdersByStatus } from '#server/features/orders/orders-by-status.ts';
import { findServices } from '#server/features/services/find-services.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import type { AdminLimits } from '#server/http/guards/admin-limits.ts';
import { actorOf } from '#server/http/session.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { idParam, success } from '#shared/contract/fields.ts';
import * as deskCalls from '#shared/features/desk/calls.ts';
import {
  badges,
  orderCounts,
  renameFilterBody,
  savedFilter,
  saveFilterBody,
  searchAnswer,
  searchQuery,
} from '#shared/features/desk/schemas.ts';
import { countsByStatus } from '#shared/rules/order-status.ts';
import { countOrderTasks, getBadges } from './desk.queries.ts';
import { deleteFilter, listSavedFilters, renameFilter, saveFilter } from './saved-filters.ts';

/** Of each kind. */
const FOUND = 5;

type Options = { db: Db; dataKeys: DataKeys; clock: Clock; limits: AdminLimits };

/** Tools of every admin page: search, counts, saved filters. */
export const deskAdminRoutes: FastifyPluginAsync<Options> = async (app, { db, dataKeys, clock, limits }) => {
  route(app, deskCalls.getBadges, { summary: 'Get the counts of the navigation', answer: badges }, () =>
    getBadges(db, clock.now()),
  );

  route(
    app,
    deskCalls.countOrders,
    { summary: 'Count the orders behind each filter', answer: orderCounts },
    async (request) => {
      const [orders, tasks] = await Promise.all([
        getOrdersByStatus(db),
        countOrderTasks(db, actorOf(request).id, clock.now()),
      ]);
      return { status: countsByStatus(orders), tasks };
    },
  );

  route(
    app,
    deskCalls.search,
    {
      summary: 'Search orders, members and services at once',
      query: searchQuery,
      answer: searchAnswer,
      errors: ['SEARCH_TOO_WIDE', 'TOO_MANY_REQUESTS'],
    },
    async (request) => {
      const { q } = request.query;
      await limits.search(request, q);
      const [orders, users, services] = await Promise.all([
        findOrders(db, q, { limit: FOUND, now: clock.now() }),
        findUsers(db, q, FOUND),
        findServices(db, q, FOUND),
      ]);
      const seen = {
        ...(await soughtBy(dataKeys, q)),
        orders: orders.map(({ id }) => id),
        users: users.map(({ id }) => id),
      };
      await recordAudit(db, { ...adminOf(request), action: 'order.search', subjectType: 'order', after: seen });
      return { orders, users, services };
    },
  );

  route(app, deskCalls.listFilters, { summary: 'List the own saved filters', answer: savedFilter.array() }, (request) =>
    listSavedFilters(db, actorOf(request).id),
  );

  route(
    app,
    deskCalls.saveFilter,
    {
      summary: 'Keep a filter under a name',
      body: saveFilterBody,
      answer: savedFilter,
      example: { list: 'orders', name: '내 미착수', query: 'assignee=me&work=waiting' },
    },
    (request) => saveFilter(db, actorOf(request).id, request.body),
  );

  route(
    app,
    deskCalls.renameFilter,
    {
      summary: 'Rename a saved filter',
      params: idParam,
      body: renameFilterBody,
      answer: savedFilter,
      errors: ['SAVED_FILTER_NOT_FOUND'],
      example: { name: '내 착수 대기' },
    },
    (request) => renameFilter(db, actorOf(request).id, request.params.id, request.body.name),
  );

  route(
    app,
    deskCalls.deleteFilter,
    { summary: 'Delete a saved filter', params: idParam, answer: success, errors: ['SAVED_FILTER_NOT_FOUND'] },
    async (request) => {
      await deleteFilter(db, actorOf(request).id, request.params.id);
      return { success: true as const };
    },
  );
};
