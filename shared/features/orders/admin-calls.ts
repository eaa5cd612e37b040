import { call } from '#shared/contract/call.ts';
import type { IdParam } from '#shared/contract/fields.ts';
import type {
  AddNoteBody,
  AdminOrder,
  AdminOrderListItem,
  AdminOrdersExportQuery,
  AdminOrdersQuery,
  SetOrderStatusBody,
} from './admin-schemas.ts';

export const list = call<{ query: AdminOrdersQuery; answer: AdminOrderListItem[] }>('GET', '/api/admin/orders', {
  access: 'admin',
  needs: 'orders',
});

/** A CSV file of what `list` finds. */
export const exportFile = call<{ query: AdminOrdersExportQuery; answer: string }>('GET', '/api/admin/orders/export', {
  access: 'admin',
  needs: 'money',
  stepUp: true,
});

export const get = call<{ params: IdParam; answer: AdminOrder }>('GET', '/api/admin/orders/:id', {
  access: 'admin',
  needs: 'orders',
});

/** Moves no money. A paid order needs `money` besides. */
export const setStatus = call<{ params: IdParam; body: SetOrderStatusBody; answer: AdminOrder }>(
  'PUT',
  '/api/admin/orders/:id',
  { access: 'admin', needs: 'orders' },
);

export const addNote = call<{ params: IdParam; body: AddNoteBody; answer: AdminOrder }>(
  'POST',
  '/api/admin/orders/:id/notes',
  { access: 'admin', needs: 'orders', status: 201 },
);
