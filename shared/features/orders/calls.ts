import { call } from '#shared/contract/call.ts';
import type { IdParam } from '#shared/contract/fields.ts';
import type { OwnListQuery } from '#shared/contract/own-lists.ts';
import type { CancelOrderBody, Order, OrderDetail, PlacedOrder, PlaceOrderBody } from './schemas.ts';

export const place = call<{ body: PlaceOrderBody; answer: PlacedOrder }>('POST', '/api/orders', {
  access: 'user',
  status: 201,
});

export const listMine = call<{ query: OwnListQuery; answer: Order[] }>('GET', '/api/orders/my', { access: 'user' });

export const get = call<{ params: IdParam; answer: OrderDetail }>('GET', '/api/orders/:id', { access: 'user' });

/** Payments answer it, since a payment may be under way. */
export const cancel = call<{ params: IdParam; body: CancelOrderBody; answer: Order }>('PATCH', '/api/orders/:id', {
  access: 'user',
});
