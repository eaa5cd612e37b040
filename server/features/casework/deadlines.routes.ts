import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import type { Db } from '#server/db/transaction.ts';
import { calendarFile } from '#server/features/callbacks/calendar-file.ts';
import { getOrderRow } from '#server/features/orders/orders.moves.ts';
import { getCaseAccess } from '#server/features/participants/participants.access.ts';
import { route } from '#server/http/api/route.ts';
import { actorOf } from '#server/http/session.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { idParam } from '#shared/contract/fields.ts';
import * as calls from '#shared/features/casework/calls.ts';
import { mayRead } from '#shared/rules/case-access/case-access.ts';
import { listDeadlines } from './deadlines.lookup.ts';

const calendar = z.string().meta({ description: 'An iCalendar file with an event for each deadline.' });

type Options = { db: Db; clock: Clock; siteUrl: () => string };

/** Deadlines of a case for the people in it. `siteUrl` has no slash at the end. */
export const deadlinesRoutes: FastifyPluginAsync<Options> = async (app, { db, clock, siteUrl }) => {
  route(
    app,
    calls.getDeadlinesFile,
    {
      summary: 'Get the deadlines of a case as a calendar file',
      params: idParam,
      answer: calendar,
      produces: ['text/calendar'],
      errors: ['ORDER_NOT_FOUND', 'DEADLINE_NOT_FOUND'],
    },
    async (request, reply) => {
      const now = clock.now();
      const access = await getCaseAccess(db, actorOf(request).id, request.params.id, now);
      const deadlines = mayRead(access, 'progress') ? await listDeadlines(db, access.orderId) : [];
      if (deadlines.length === 0) throw new AppError('DEADLINE_NOT_FOUND');
      const { id, order_number: orderNumber } = await getOrderRow(db, access.orderId);
      const events = deadlines.map((deadline) => ({
        uid: `deadline-${deadline.id}@${new URL(siteUrl()).hostname}`,
        // A newer file is a newer version: deadlines count no changes.
        sequence: Math.floor(now.getTime() / 1000),
        day: deadline.last_day,
        title: '기한',
        says: `늦어도 이 날까지입니다${deadline.confirmed_by === null ? ' (변호사 확인 전)' : ''}. 내용은 로그인하신 뒤 보실 수 있습니다.`,
        orderNumber,
        url: `${siteUrl()}/orders/${id}`,
      }));
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', `attachment; filename="deadlines-${orderNumber}.ics"`)
        .send(calendarFile(events, now));
    },
  );
};
