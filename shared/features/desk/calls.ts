import { call } from '#shared/contract/call.ts';
import type { IdParam, Success } from '#shared/contract/fields.ts';
import type { OrderCountsQuery } from '#shared/features/orders/admin-schemas.ts';
import type {
  Badges,
  OrderCounts,
  RenameFilterBody,
  SavedFilter,
  SaveFilterBody,
  SearchAnswer,
  SearchQuery,
} from './schemas.ts';

export const getBadges = call<{ answer: Badges }>('GET', '/api/admin/badges', { access: 'admin', needs: 'any' });

/** Of each task and status together with the conditions. */
export const countOrders = call<{ query: OrderCountsQuery; answer: OrderCounts }>('GET', '/api/admin/orders/counts', {
  access: 'admin',
  needs: 'orders',
});

/** Orders, members, services and conversations at once. */
export const search = call<{ query: SearchQuery; answer: SearchAnswer }>('GET', '/api/admin/search', {
  access: 'admin',
  needs: 'orders',
});

/** Of the person who asks, oldest first, then those that others share of lists that the person may open. */
export const listFilters = call<{ answer: SavedFilter[] }>('GET', '/api/admin/saved-filters', {
  access: 'admin',
  needs: 'any',
});

export const saveFilter = call<{ body: SaveFilterBody; answer: SavedFilter }>('POST', '/api/admin/saved-filters', {
  access: 'admin',
  needs: 'any',
  status: 201,
});

export const renameFilter = call<{ params: IdParam; body: RenameFilterBody; answer: SavedFilter }>(
  'PUT',
  '/api/admin/saved-filters/:id',
  { access: 'admin', needs: 'any' },
);

export const deleteFilter = call<{ params: IdParam; answer: Success }>('DELETE', '/api/admin/saved-filters/:id', {
  access: 'admin',
  needs: 'any',
});
