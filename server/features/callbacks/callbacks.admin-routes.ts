import type { FastifyPluginAsync } from 'fastify';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import { endOfKoreanDay, koreanDayAt, startOfKoreanDay } from '#server/lib/korean-day.ts';
import * as callbackCalls from '#shared/features/callbacks/calls.ts';
import {
  adminCallback,
  callbackCapacity,
  callbackCapacityBody,
  callbacksQuery,
  writeCallHours,
} from '#shared/features/callbacks/schemas.ts';
import type { CallbackDeps } from './callback-deps.ts';
import { presentCallback } from './callbacks.present.ts';
import { listCalls, readSettings } from './callbacks.queries.ts';
import { setCapacity } from './set-capacity.ts';

/** The booked calls as administrators make them. */
export const callbacksAdminRoutes: FastifyPluginAsync<{ callbacks: CallbackDeps }> = async (app, { callbacks }) => {
  const { db, clock } = callbacks;

  route(
    app,
    callbackCalls.listForAdmin,
    { summary: 'List the booked calls of a day', query: callbacksQuery, answer: adminCallback.array() },
    async (request) => {
      const { date = koreanDayAt(clock.now()) } = request.query;
      const calls = await listCalls(db, { startsAt: startOfKoreanDay(date), endsAt: endOfKoreanDay(date) });
      const seen = { from: date, orders: calls.map(({ order_id }) => order_id) };
      await recordAudit(db, { ...adminOf(request), action: 'callback.list', subjectType: 'callback', after: seen });
      return calls.map(presentCallback);
    },
  );

  route(
    app,
    callbackCalls.getCapacity,
    { summary: 'Get how many calls fit into one time window, and the hours for calls', answer: callbackCapacity },
    async () => {
      const { capacity, hours } = await readSettings(db, callbacks.deskHours);
      return { capacity, hours: writeCallHours(hours) };
    },
  );

  route(
    app,
    callbackCalls.setCapacity,
    {
      summary: 'Set how many calls fit into one time window, and the hours for calls',
      body: callbackCapacityBody,
      answer: callbackCapacity,
      example: { capacity: 3, hours: { '1': [['09:00', '12:00']], '6': [['10:00', '12:00']] } },
    },
    (request) => setCapacity(callbacks, adminOf(request), request.body),
  );
};
