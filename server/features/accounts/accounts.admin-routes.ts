import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ReadDb } from '#server/db/replica.ts';
import type { Db } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { readCursor, sendPage } from '#server/http/paging.ts';
import { registerNoStore } from '#server/http/security-headers.ts';
import type { Sessions } from '#server/http/session.ts';
import { staffOf } from '#server/http/staff.ts';
import type { StaffLimits } from '#server/http/staff-limits.ts';
import { adminUserListItem, adminUserResponse, adminUsersQuery, setRoleRequest } from '#shared/contract/admin-users.ts';
import { idParam } from '#shared/contract/fields.ts';
import { soldier } from '#shared/features/soldiers/schemas.ts';
import { presentUserDetail, presentUserRow } from './accounts.admin-present.ts';
import { countUsers, getUserDetail, listUserRows } from './accounts.admin-queries.ts';
import { setRole } from './set-role.ts';

type Options = { db: Db; readDb: ReadDb; sessions: Sessions; limits: StaffLimits };

/** Everybody's accounts, for staff (contract §3). Each look at personal data is recorded. */
export const accountsAdminRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { db, readDb, sessions, limits } = options;
  registerNoStore(app);
  const onRequest = sessions.requireAdmin;

  app.get(
    '/api/admin/users',
    { onRequest, schema: { querystring: adminUsersQuery, response: { 200: adminUserListItem.array() } } },
    async (request, reply) => {
      const { q, limit, cursor } = request.query;
      const after = readCursor(cursor);
      await limits.search(request, q);
      const [page, total] = await readDb.read((copy) =>
        Promise.all([listUserRows(copy, { q, limit, after }), countUsers(copy, q)]),
      );
      const seen = { q, users: page.rows.map(({ id }) => id) };
      await recordAudit(db, { ...staffOf(request), action: 'user.list', subjectType: 'user', after: seen });
      return sendPage(request, reply, { ...page, rows: page.rows.map(presentUserRow), total });
    },
  );

  app.get(
    '/api/admin/users/:id',
    { onRequest, schema: { params: idParam, response: { 200: adminUserResponse } } },
    async (request) => {
      const user = await getUserDetail(db, request.params.id);
      await recordAudit(db, { ...staffOf(request), action: 'user.view', subjectType: 'user', subjectId: user.id });
      return presentUserDetail(user);
    },
  );

  app.get(
    '/api/admin/users/:id/soldiers',
    { onRequest, schema: { params: idParam, response: { 200: soldier.array() } } },
    async (request) => {
      const { id, soldiers } = await getUserDetail(db, request.params.id);
      await recordAudit(db, { ...staffOf(request), action: 'user.view_soldiers', subjectType: 'user', subjectId: id });
      return soldiers;
    },
  );

  app.put(
    '/api/admin/users/:id/role',
    { onRequest, schema: { params: idParam, body: setRoleRequest, response: { 200: adminUserResponse } } },
    async (request) => {
      await setRole(db, staffOf(request), request.params.id, request.body);
      return presentUserDetail(await getUserDetail(db, request.params.id));
    },
  );
};
