import type { CatalogueReader } from '#shared/contract/pages.ts';
import * as serviceCalls from '#shared/features/services/calls.ts';
import { ApiError } from './api-error.ts';
import { send } from './send.ts';

/** Reads the catalogue over the API; the browser's half of the router's context. */
export const httpCatalogue: CatalogueReader = {
  listServices: () => send(serviceCalls.list),
  async getService(id) {
    try {
      return await send(serviceCalls.get, { params: { id } });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  },
  childServices: (ids) => send(serviceCalls.listByIds, { query: { ids: ids.join(',') } }),
};
