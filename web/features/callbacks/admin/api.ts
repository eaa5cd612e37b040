import { queryOptions } from '@tanstack/react-query';
import * as callbackCalls from '#shared/features/callbacks/calls.ts';
import type {
  BookCallbackBody,
  CallbackCapacityBody,
  DeclaredHolidayBody,
} from '#shared/features/callbacks/schemas.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { send } from '#web/lib/send.ts';

/** The booked calls of a day in Korea. */
export const callsQuery = (date: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'callbacks', date],
    queryFn: ({ signal }) => send(callbackCalls.listForAdmin, { query: { date }, signal }),
    meta: { isPersonal: true },
  });

/** The customer gets a notice of the time at once. */
export const bookForCustomer = (orderId: number, body: BookCallbackBody) =>
  send(callbackCalls.bookForCustomer, { params: { id: orderId }, body });

export const cancelForCustomer = (orderId: number) =>
  send(callbackCalls.cancelForCustomer, { params: { id: orderId } });

/** Places in each slot, and the hours for calls. */
export const capacityQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'callback-capacity'],
  queryFn: ({ signal }) => send(callbackCalls.getCapacity, { signal }),
  meta: { isPersonal: true },
});

export const setCapacity = (body: CallbackCapacityBody) => send(callbackCalls.setCapacity, { body });

/** Holidays that administrators have added. */
export const holidaysQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'holidays'],
  queryFn: ({ signal }) => send(callbackCalls.listHolidays, { signal }),
  meta: { isPersonal: true },
});

export const declareHoliday = (body: DeclaredHolidayBody) => send(callbackCalls.declareHoliday, { body });

export const removeHoliday = (day: string) => send(callbackCalls.removeHoliday, { params: { day } });
