import type { FastifyPluginAsync } from 'fastify';
import { type Db, transaction } from '#server/db/transaction.ts';
import { readCursor, sendPage } from '#server/http/api/paging.ts';
import { route } from '#server/http/api/route.ts';
import type { DeviceCookie } from '#server/http/device-cookie.ts';
import { actorOf, type Sessions, sessionIdOf } from '#server/http/session.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { idParam, success } from '#shared/contract/fields.ts';
import * as securityCalls from '#shared/features/accounts/security-calls.ts';
import { loginEvent, loginEventsQuery, openSession } from '#shared/features/accounts/session-schemas.ts';
import { forgetDevices } from '../login/known-devices.ts';
import { listLogins, presentLogin } from '../login/login-events.ts';
import { presentSession } from './sessions.present.ts';
import { deleteOtherSessions, deleteSession, listSessions } from './sessions.queries.ts';

type Options = { db: Db; clock: Clock; sessions: Sessions; devices: DeviceCookie };

/** The account's own sessions and logins (contract §6). */
export const sessionsRoutes: FastifyPluginAsync<Options> = async (app, { db, clock, sessions, devices }) => {
  route(
    app,
    securityCalls.listSessions,
    { summary: 'List the own sessions', answer: openSession.array() },
    async (request) => {
      const rows = await listSessions(db, actorOf(request).id, clock.now());
      return rows.map((row) => presentSession(row, sessionIdOf(request)));
    },
  );

  route(
    app,
    securityCalls.endSession,
    { summary: 'End one of the own sessions', params: idParam, answer: success, errors: ['SESSION_NOT_FOUND'] },
    async (request, reply) => {
      const { id } = request.params;
      if (!(await deleteSession(db, actorOf(request).id, id, clock.now()))) throw new AppError('SESSION_NOT_FOUND');
      if (id === sessionIdOf(request)) await sessions.close(request, reply);
      return { success: true as const };
    },
  );

  route(
    app,
    securityCalls.endOtherSessions,
    { summary: 'End all other sessions', answer: success },
    async (request) => {
      const { id } = actorOf(request);
      // The browser of an ended session would stay exempt from the limits of logins.
      await transaction(db, async (trx) => {
        await deleteOtherSessions(trx, id, sessionIdOf(request));
        await forgetDevices(trx, id, devices.read(request));
      });
      return { success: true as const };
    },
  );

  route(
    app,
    securityCalls.listLoginEvents,
    { summary: 'List the logins of the account', query: loginEventsQuery, answer: loginEvent.array() },
    async (request, reply) => {
      const { limit, cursor } = request.query;
      const page = await listLogins(db, actorOf(request).id, { limit, after: readCursor(cursor) });
      return sendPage(request, reply, { ...page, rows: page.rows.map(presentLogin) });
    },
  );
};
