import type { FastifyPluginAsync } from 'fastify';
import type { ReadDb } from '#server/db/replica.ts';
import type { Db } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { readCursor, sendPage } from '#server/http/api/paging.ts';
import { route } from '#server/http/api/route.ts';
import type { StaffLimits } from '#server/http/guards/staff-limits.ts';
import { staffOf } from '#server/http/staff.ts';
import { idParam } from '#shared/contract/fields.ts';
import * as userCalls from '#shared/features/accounts/admin-calls.ts';
import { adminUser, adminUserListItem, setRoleBody, usersQuery } from '#shared/features/accounts/admin-schemas.ts';
import { soldier } from '#shared/features/soldiers/schemas.ts';
import { presentUserDetail, presentUserRow } from './accounts.admin-present.ts';
import { countUsers, getUserDetail, listUserRows } from './accounts.admin-queries.ts';
import { setRole } from './set-role.ts';

type Options = { db: Db; readDb: ReadDb; limits: StaffLimits };

/** All accounts, for administrators (contract §3). Every access to personal data is audited. */
export const accountsAdminRoutes: FastifyPluginAsync<Options> = async (app, { db, readDb, limits }) => {
  route(
    app,
    userCalls.list,
    {
      summary: 'List or search the accounts',
      query: usersQuery,
      answer: adminUserListItem.array(),
      errors: ['SEARCH_TOO_WIDE', 'TOO_MANY_REQUESTS'],
    },
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

  route(
    app,
    userCalls.get,
    { summary: 'Get an account', params: idParam, answer: adminUser, errors: ['USER_NOT_FOUND'] },
    async (request) => {
      const user = await getUserDetail(db, request.params.id);
      await recordAudit(db, { ...staffOf(request), action: 'user.view', subjectType: 'user', subjectId: user.id });
      return presentUserDetail(user);
    },
  );

  route(
    app,
    userCalls.listSoldiers,
    {
      summary: 'List the soldiers of an account',
      params: idParam,
      answer: soldier.array(),
      errors: ['USER_NOT_FOUND'],
    },
    async (request) => {
      const { id, soldiers } = await getUserDetail(db, request.params.id);
      await recordAudit(db, { ...staffOf(request), action: 'user.view_soldiers', subjectType: 'user', subjectId: id });
      return soldiers;
    },
  );

  route(
    app,
    userCalls.setRole,
    {
      summary: 'Make an account an administrator, or no longer one',
      params: idParam,
      body: setRoleBody,
      answer: adminUser,
      errors: ['USER_NOT_FOUND', 'LAST_ADMIN'],
    },
    async (request) => {
      await setRole(db, staffOf(request), request.params.id, request.body);
      return presentUserDetail(await getUserDetail(db, request.params.id));
    },
  );
};
