import type { CatalogueReader } from '#shared/contract/pages.ts';
import * as serviceCalls from '#shared/features/services/calls.ts';
import { ApiError } from './api-error.ts';
import { send } from './send.ts';

/** Undefined for what does not exist. */
async function ifFound<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** Reads the catalogue over the API; the browser's half of the router's context. */
export const httpCatalogue: CatalogueReader = {
  listServices: () => send(serviceCalls.list),
  getService: (id) => ifFound(send(serviceCalls.get, { params: { id } })),
  async relatedServices(id) {
    return (await ifFound(send(serviceCalls.listRelated, { params: { id } }))) ?? [];
  },
  childServices: (ids) => send(serviceCalls.listByIds, { query: { ids: ids.join(',') } }),
};
