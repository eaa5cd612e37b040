import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { getOrderAnswer } from '#server/features/orders/orders.lookup.ts';
import { getOrderRow } from '#server/features/orders/orders.moves.ts';
import { getCaseAccess } from '#server/features/participants/participants.access.ts';
import { route } from '#server/http/api/route.ts';
import { actorOf } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import { idParam } from '#shared/contract/fields.ts';
import * as callbackCalls from '#shared/features/callbacks/calls.ts';
import { bookCallbackBody, callbackSlot, slotsQuery } from '#shared/features/callbacks/schemas.ts';
import { order } from '#shared/features/orders/schemas.ts';
import { mayReadCall } from '#shared/rules/case-access/booked-call.ts';
import { bookCallback } from './book-callback.ts';
import { calendarFile } from './calendar-file.ts';
import type { CallbackDeps } from './callback-deps.ts';
import { findBooked } from './callbacks.queries.ts';
import { cancelCallback } from './cancel-callback.ts';
import { listSlots } from './list-slots.ts';

const calendar = z.string().meta({ description: 'An iCalendar file with one event.' });

/** Calls that a customer books (contract §7). `siteUrl` has no slash at the end. */
export const callbacksRoutes: FastifyPluginAsync<{ callbacks: CallbackDeps; siteUrl: () => string }> = async (
  app,
  { callbacks, siteUrl },
) => {
  const { db, clock } = callbacks;

  route(
    app,
    callbackCalls.listSlots,
    { summary: 'List the time windows in which the firm can call', query: slotsQuery, answer: callbackSlot.array() },
    (request) => listSlots(callbacks, request.query),
  );

  route(
    app,
    callbackCalls.book,
    {
      summary: 'Book a call for an order, or move the booked one',
      params: idParam,
      body: bookCallbackBody,
      answer: order,
      errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_PAID', 'SLOT_FULL', 'TOO_MANY_REQUESTS'],
      example: { starts_at: '2026-11-24T00:00:00Z' },
    },
    async (request) => {
      const { id: userId } = actorOf(request);
      await bookCallback(callbacks, userId, request.params.id, request.body);
      return getOrderAnswer(callbacks, userId, request.params.id, clock.now());
    },
  );

  route(
    app,
    callbackCalls.cancel,
    { summary: 'Cancel the booked call', params: idParam, answer: order, errors: ['ORDER_NOT_FOUND'] },
    async (request) => {
      const { id: userId } = actorOf(request);
      await cancelCallback(callbacks, userId, request.params.id);
      return getOrderAnswer(callbacks, userId, request.params.id, clock.now());
    },
  );

  route(
    app,
    callbackCalls.getCalendarFile,
    {
      summary: 'Get the booked call as a calendar file',
      params: idParam,
      answer: calendar,
      produces: ['text/calendar'],
      errors: ['ORDER_NOT_FOUND', 'CALLBACK_NOT_FOUND'],
    },
    async (request, reply) => {
      const access = await getCaseAccess(db, actorOf(request).id, request.params.id, clock.now());
      const { id, order_number: orderNumber } = await getOrderRow(db, access.orderId);
      const booked = await findBooked(db, id);
      if (!booked || !mayReadCall(access, booked)) throw new AppError('CALLBACK_NOT_FOUND');
      const call = {
        uid: `callback-${booked.id}@${new URL(siteUrl()).hostname}`,
        sequence: booked.moves,
        startsAt: booked.starts_at,
        endsAt: booked.ends_at,
        title: '통화 예약',
        says: '이 시간 안에 전화드립니다. 변경이나 취소는 로그인하신 뒤 하실 수 있습니다.',
        orderNumber,
        url: `${siteUrl()}/orders/${id}`,
      };
      const file = calendarFile([call], clock.now());
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', `attachment; filename="call-${orderNumber}.ics"`)
        .send(file);
    },
  );
};
