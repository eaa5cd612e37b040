import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { findUsers } from '#server/features/accounts/find-users.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { soughtBy } from '#server/features/audit/sought.ts';
import type { ConsultationDeps } from '#server/features/consultations/consultation-deps.ts';
import { findConversations } from '#server/features/consultations/find-conversations.ts';
import { conditionOf, findOrders } from '#server/features/orders/find-orders.ts';
import { conditions, filtersOf, type ListFilters } from '#server/features/orders/order-filters.ts';
import { getOrdersByStatus } from '#server/features/orders/orders-by-status.ts';
import { findServices } from '#server/features/services/find-services.ts';
import { adminOf, viewerOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import type { AdminLimits } from '#server/http/guards/admin-limits.ts';
import { actorOf, rightsOf } from '#server/http/session.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { idParam, success } from '#shared/contract/fields.ts';
import { mayDo } from '#shared/features/accounts/permissions.ts';
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
import { orderCountsQuery } from '#shared/features/orders/admin-schemas.ts';
import { countsByStatus } from '#shared/rules/order-status.ts';
import { countOrderTasks, getBadges } from './desk.queries.ts';
import { deleteFilter, listSavedFilters, renameFilter, saveFilter } from './saved-filters.ts';

/** Of each kind. */
const FOUND = 5;

type Options = { db: Db; dataKeys: DataKeys; clock: Clock; limits: AdminLimits; consultations: ConsultationDeps };

/** Tools of every admin page: search, counts, saved filters. */
export const deskAdminRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, dataKeys, clock, limits, consultations } = options;
  route(app, deskCalls.getBadges, { summary: 'Get the counts of the navigation', answer: badges }, () =>
    getBadges(db, clock.now()),
  );

  route(
    app,
    deskCalls.countOrders,
    {
      summary: 'Count the orders of each filter together with all others',
      query: orderCountsQuery,
      answer: orderCounts,
      errors: ['SEARCH_TOO_WIDE', 'TOO_MANY_REQUESTS'],
    },
    async (request) => {
      await limits.search(request, request.query.q);
      const actorId = actorOf(request).id;
      const now = clock.now();
      const asked = filtersOf(request.query, actorId);
      const { q, proof, from, to } = asked;
      const facets: Record<string, ListFilters> = {
        assignee: { assignee: asked.assignee },
        work: { work: asked.work },
        status: { status: asked.status },
        task: { contact: asked.contact, untouched: asked.untouched ?? false, waiting: asked.waiting, due: asked.due },
      };
      const common = await conditionOf(db, { q, proof, from, to }, now);
      /** The condition that all filters make but those of the facet that is counted. */
      const without = (counted: 'assignee' | 'work' | 'status' | 'task') => {
        const kept = Object.entries(facets).filter(([facet]) => facet !== counted);
        return sql.join([common, ...kept.map(([, filters]) => conditions(filters, now))], sql` and `);
      };
      const [orders, tasks] = await Promise.all([
        getOrdersByStatus(db, without('status')),
        countOrderTasks(db, {
          actorId,
          now,
          isOpen: asked.work === undefined && asked.status === undefined,
          withoutTask: without('task'),
          withoutWork: without('work'),
          withoutAssignee: without('assignee'),
        }),
      ]);
      return { status: countsByStatus(orders), tasks };
    },
  );

  route(
    app,
    deskCalls.search,
    {
      summary: 'Search orders, members, services and conversations at once',
      query: searchQuery,
      answer: searchAnswer,
      errors: ['SEARCH_TOO_WIDE', 'TOO_MANY_REQUESTS'],
    },
    async (request) => {
      const { q } = request.query;
      await limits.search(request, q);
      const mayAnswer = mayDo(rightsOf(request).permissions, 'consultations');
      const [orders, users, services, conversations] = await Promise.all([
        findOrders(db, q, { limit: FOUND, now: clock.now() }),
        findUsers(db, q, FOUND),
        findServices(db, q, FOUND),
        mayAnswer ? findConversations(consultations, q, { adminId: actorOf(request).id, limit: FOUND }) : [],
      ]);
      const seen = {
        ...(await soughtBy(dataKeys, q)),
        orders: orders.map(({ id }) => id),
        users: users.map(({ id }) => id),
        conversations: conversations.map(({ id }) => id),
      };
      await recordAudit(db, { ...adminOf(request), action: 'order.search', subjectType: 'order', after: seen });
      return { orders, users, services, conversations };
    },
  );

  route(
    app,
    deskCalls.listFilters,
    { summary: 'List the saved filters, the own and the shared ones', answer: savedFilter.array() },
    (request) => listSavedFilters(db, actorOf(request).id, viewerOf(request).permissions),
  );

  route(
    app,
    deskCalls.saveFilter,
    {
      summary: 'Keep a filter under a name',
      body: saveFilterBody,
      answer: savedFilter,
      example: { list: 'orders', name: '내 미착수', query: 'assignee=me&work=waiting', is_shared: true },
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
