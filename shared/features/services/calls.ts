import { call } from '#shared/contract/call.ts';
import type { IdParam } from '#shared/contract/fields.ts';
import type { ChildService, RelatedService, ServiceDetail, ServiceListItem } from './schemas.ts';

export const list = call<{ answer: ServiceListItem[] }>('GET', '/api/services', {
  access: 'public',
  isCacheable: true,
});

/**
 * The address of `list`: with `ids` it answers those services alone, in their order, without those
 * that are unknown.
 */
export const listByIds = call<{ query: { ids: string }; answer: ChildService[] }>('GET', '/api/services', {
  access: 'public',
  isCacheable: true,
});

export const get = call<{ params: IdParam; answer: ServiceDetail }>('GET', '/api/services/:id', {
  access: 'public',
  isCacheable: true,
});

/** The first services of its category beside it, for its page. */
export const listRelated = call<{ params: IdParam; answer: RelatedService[] }>('GET', '/api/services/:id/related', {
  access: 'public',
  isCacheable: true,
});
