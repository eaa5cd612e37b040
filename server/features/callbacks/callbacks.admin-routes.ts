import type { FastifyPluginAsync } from 'fastify';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { type AdminOrderReading, getAdminOrderAnswer } from '#server/features/orders/orders.lookup.ts';
import type { Catalogue } from '#server/features/services/catalogue.ts';
import { showInShop } from '#server/features/services/show-in-shop.ts';
import { adminOf, viewerOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import { endOfKoreanDay, koreanDayAt, startOfKoreanDay } from '#server/lib/korean-day.ts';
import { idParam } from '#shared/contract/fields.ts';
import * as callbackCalls from '#shared/features/callbacks/calls.ts';
import {
  adminCallback,
  bookCallbackBody,
  callbackCapacity,
  callbackCapacityBody,
  callbacksQuery,
  declaredHoliday,
  holidayParam,
  writeCallHours,
} from '#shared/features/callbacks/schemas.ts';
import { adminOrder } from '#shared/features/orders/admin-schemas.ts';
import { bookForCustomer, cancelForCustomer } from './book-for-customer.ts';
import type { CallbackDeps } from './callback-deps.ts';
import { presentCallback } from './callbacks.present.ts';
import { listCalls, readSettings } from './callbacks.queries.ts';
import { declareHoliday, listDeclaredHolidays, removeHoliday } from './declared-holidays.ts';
import { setCapacity } from './set-capacity.ts';

/** The booked calls as administrators make them. */
export const callbacksAdminRoutes: FastifyPluginAsync<{
  callbacks: CallbackDeps;
  orders: AdminOrderReading;
  catalogue: Catalogue;
}> = async (app, { callbacks, orders, catalogue }) => {
  const { db, clock } = callbacks;

  route(
    app,
    callbackCalls.bookForCustomer,
    {
      summary: "Book or move a customer's call and notify the customer",
      params: idParam,
      body: bookCallbackBody,
      answer: adminOrder,
      errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_PAID', 'SLOT_FULL'],
      example: { starts_at: '2026-11-24T00:00:00Z', whom: 'soldier' },
    },
    async (request) => {
      await bookForCustomer(callbacks, adminOf(request), request.params.id, request.body);
      return getAdminOrderAnswer(orders, request.params.id, viewerOf(request));
    },
  );

  route(
    app,
    callbackCalls.cancelForCustomer,
    {
      summary: "Cancel a customer's call and notify the customer",
      params: idParam,
      answer: adminOrder,
      errors: ['ORDER_NOT_FOUND'],
    },
    async (request) => {
      await cancelForCustomer(callbacks, adminOf(request), request.params.id);
      return getAdminOrderAnswer(orders, request.params.id, viewerOf(request));
    },
  );

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
      errors: ['VERSION_CONFLICT'],
      example: { capacity: 3, hours: { '1': [['09:00', '12:00']], '6': [['10:00', '12:00']] } },
    },
    (request) => setCapacity(callbacks, adminOf(request), request.body),
  );

  route(
    app,
    callbackCalls.listHolidays,
    { summary: 'List the holidays that administrators have added', answer: declaredHoliday.array() },
    () => listDeclaredHolidays(db),
  );

  route(
    app,
    callbackCalls.declareHoliday,
    {
      summary: 'Add a holiday that was declared at short notice, or rename it',
      body: declaredHoliday,
      answer: declaredHoliday.array(),
      example: { day: '2026-10-02', name: '임시공휴일' },
    },
    async (request) => {
      const holidays = await declareHoliday(db, adminOf(request), request.body);
      await showInShop(catalogue, request.log);
      return holidays;
    },
  );

  route(
    app,
    callbackCalls.removeHoliday,
    {
      summary: 'Remove a holiday that an administrator has added',
      params: holidayParam,
      answer: declaredHoliday.array(),
    },
    async (request) => {
      const holidays = await removeHoliday(db, adminOf(request), request.params.day);
      await showInShop(catalogue, request.log);
      return holidays;
    },
  );
};
