import { call } from '#shared/contract/call.ts';
import type { IdParam } from '#shared/contract/fields.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import type {
  AdminCallback,
  BookCallbackBody,
  CallbackCapacity,
  CallbackCapacityBody,
  CallbackSlot,
  CallbacksQuery,
  DeclaredHoliday,
  DeclaredHolidayBody,
  HolidayParam,
  SlotsQuery,
} from './schemas.ts';

export const listSlots = call<{ query: SlotsQuery; answer: CallbackSlot[] }>('GET', '/api/callback-slots', {
  access: 'user',
});

/** Books a call, or moves the one that is booked. */
export const book = call<{ params: IdParam; body: BookCallbackBody; answer: Order }>(
  'PUT',
  '/api/orders/:id/callback',
  { access: 'user' },
);

export const cancel = call<{ params: IdParam; answer: Order }>('DELETE', '/api/orders/:id/callback', {
  access: 'user',
});

/** For the customer's own calendar. */
export const getCalendarFile = call<{ params: IdParam; answer: string }>('GET', '/api/orders/:id/callback.ics', {
  access: 'user',
});

/** Books or moves a customer's call and notifies the customer (contract §9). */
export const bookForCustomer = call<{ params: IdParam; body: BookCallbackBody; answer: AdminOrder }>(
  'PUT',
  '/api/admin/orders/:id/callback',
  { access: 'admin', needs: 'orders' },
);

export const cancelForCustomer = call<{ params: IdParam; answer: AdminOrder }>(
  'DELETE',
  '/api/admin/orders/:id/callback',
  { access: 'admin', needs: 'orders' },
);

/** The calls of a day, in order of time. */
export const listForAdmin = call<{ query: CallbacksQuery; answer: AdminCallback[] }>('GET', '/api/admin/callbacks', {
  access: 'admin',
  needs: 'orders',
});

export const getCapacity = call<{ answer: CallbackCapacity }>('GET', '/api/admin/callback-capacity', {
  access: 'admin',
  needs: 'orders',
});

export const setCapacity = call<{ body: CallbackCapacityBody; answer: CallbackCapacity }>(
  'PUT',
  '/api/admin/callback-capacity',
  { access: 'admin', needs: 'orders' },
);

/** Holidays that administrators have added, by day. */
export const listHolidays = call<{ answer: DeclaredHoliday[] }>('GET', '/api/admin/holidays', {
  access: 'admin',
  needs: 'orders',
});

/** Adds one, or renames it. */
export const declareHoliday = call<{ body: DeclaredHolidayBody; answer: DeclaredHoliday[] }>(
  'POST',
  '/api/admin/holidays',
  { access: 'admin', needs: 'orders' },
);

export const removeHoliday = call<{ params: HolidayParam; answer: DeclaredHoliday[] }>(
  'DELETE',
  '/api/admin/holidays/:day',
  { access: 'admin', needs: 'orders' },
);
