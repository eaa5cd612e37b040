import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { soughtBy } from '#server/features/audit/sought.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { readCursor, sendPage } from '#server/http/api/paging.ts';
import { route } from '#server/http/api/route.ts';
import type { AdminLimits } from '#server/http/guards/admin-limits.ts';
import { rightsOf } from '#server/http/session.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { idParam } from '#shared/contract/fields.ts';
import * as userCalls from '#shared/features/accounts/admin-calls.ts';
import {
  adminUser,
  adminUserListItem,
  setActiveBody,
  setPermissionsBody,
  setRoleBody,
  soldiersOfQuery,
  usersQuery,
} from '#shared/features/accounts/admin-schemas.ts';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import { loginEvent, loginEventsQuery } from '#shared/features/accounts/session-schemas.ts';
import { soldier } from '#shared/features/soldiers/schemas.ts';
import { presentUserDetail, presentUserRow } from './accounts.admin-present.ts';
import {
  type AdminUserDetail,
  countUsers,
  getUserDetail,
  listSoldiersOf,
  listUserRows,
} from './accounts.admin-queries.ts';
import { changerOf } from './admin/change-standing.ts';
import { setActive } from './admin/set-active.ts';
import { setPermissions } from './admin/set-permissions.ts';
import { setRole } from './admin/set-role.ts';
import { listLogins, presentLogin } from './login/login-events.ts';

type Options = { db: Db; dataKeys: DataKeys; limits: AdminLimits };

const STANDING_ERRORS = ['USER_NOT_FOUND', 'OWN_ACCOUNT', 'LAST_OWNER'] as const;

/** Soldiers and orders are for those who work on orders (contract §6). */
function seenBy(request: FastifyRequest, user: AdminUserDetail) {
  const seen = presentUserDetail(user);
  return mayDo(rightsOf(request).permissions, 'orders') ? seen : { ...seen, soldiers: [], orders: [] };
}

/** All accounts, for administrators (contract §3). Every access to personal data is audited. */
export const accountsAdminRoutes: FastifyPluginAsync<Options> = async (app, { db, dataKeys, limits }) => {
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
      const { cursor, ...query } = request.query;
      const { q } = query;
      const after = readCursor(cursor);
      await limits.search(request, q);
      const maySeeSoldiers = mayDo(rightsOf(request).permissions, 'orders');
      const sought = q === undefined ? undefined : { text: q, maySeeSoldiers };
      const [page, total] = await Promise.all([
        listUserRows(db, { ...query, q: sought, after }),
        countUsers(db, sought),
      ]);
      const seen = { ...(await soughtBy(dataKeys, q)), users: page.rows.map(({ id }) => id) };
      await recordAudit(db, { ...adminOf(request), action: 'user.list', subjectType: 'user', after: seen });
      return sendPage(request, reply, { ...page, rows: page.rows.map(presentUserRow), total });
    },
  );

  route(
    app,
    userCalls.get,
    { summary: 'Get an account', params: idParam, answer: adminUser, errors: ['USER_NOT_FOUND'] },
    async (request) => {
      const user = await getUserDetail(db, request.params.id);
      await recordAudit(db, { ...adminOf(request), action: 'user.view', subjectType: 'user', subjectId: user.id });
      return seenBy(request, user);
    },
  );

  route(
    app,
    userCalls.listSoldiers,
    {
      summary: 'List the soldiers of an account',
      params: idParam,
      query: soldiersOfQuery,
      answer: soldier.array(),
      errors: ['USER_NOT_FOUND'],
    },
    async (request, reply) => {
      const { limit, cursor } = request.query;
      const { id } = await getUserDetail(db, request.params.id);
      const page = await listSoldiersOf(db, id, { limit, after: readCursor(cursor) });
      await recordAudit(db, { ...adminOf(request), action: 'user.view_soldiers', subjectType: 'user', subjectId: id });
      return sendPage(request, reply, page);
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
      errors: STANDING_ERRORS,
    },
    async (request) => {
      await setRole(db, changerOf(request), request.params.id, request.body);
      return seenBy(request, await getUserDetail(db, request.params.id));
    },
  );

  route(
    app,
    userCalls.setPermissions,
    {
      summary: 'Set what an administrator may do',
      params: idParam,
      body: setPermissionsBody,
      answer: adminUser,
      errors: [...STANDING_ERRORS, 'VERSION_CONFLICT'],
    },
    async (request) => {
      await setPermissions(db, changerOf(request), request.params.id, request.body);
      return seenBy(request, await getUserDetail(db, request.params.id));
    },
  );

  route(
    app,
    userCalls.setActive,
    {
      summary: 'Deactivate an account, or let it be used again',
      params: idParam,
      body: setActiveBody,
      answer: adminUser,
      errors: STANDING_ERRORS,
    },
    async (request) => {
      await setActive(db, changerOf(request), request.params.id, request.body);
      return seenBy(request, await getUserDetail(db, request.params.id));
    },
  );

  route(
    app,
    userCalls.listLoginEvents,
    {
      summary: 'List the logins of an account',
      params: idParam,
      query: loginEventsQuery,
      answer: loginEvent.array(),
      errors: ['USER_NOT_FOUND'],
    },
    async (request, reply) => {
      const { limit, cursor } = request.query;
      const { id } = await getUserDetail(db, request.params.id);
      const page = await listLogins(db, id, { limit, after: readCursor(cursor) });
      await recordAudit(db, { ...adminOf(request), action: 'user.view_logins', subjectType: 'user', subjectId: id });
      return sendPage(request, reply, { ...page, rows: page.rows.map(presentLogin) });
    },
  );
};
