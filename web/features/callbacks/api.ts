import { queryOptions } from '@tanstack/react-query';
import * as callbackCalls from '#shared/features/callbacks/calls.ts';
import type { BookCallbackBody } from '#shared/features/callbacks/schemas.ts';
import { send, urlOf } from '#web/lib/send.ts';

/** Slots of the next two weeks. */
export const slotsQuery = queryOptions({
  queryKey: ['callback-slots'],
  queryFn: ({ signal }) => send(callbackCalls.listSlots, { signal }),
  // Other people book too.
  staleTime: 0,
  refetchInterval: 60_000,
  meta: { isPersonal: true },
});

export const bookCallback = (orderId: number, body: BookCallbackBody) =>
  send(callbackCalls.book, { params: { id: orderId }, body });

export const cancelCallback = (orderId: number) => send(callbackCalls.cancel, { params: { id: orderId } });

/** Address of the booked call as a calendar file. */
export const calendarFileUrl = (orderId: number) => urlOf(callbackCalls.getCalendarFile, { params: { id: orderId } });
