import type { CatalogueReader } from '#shared/contract/pages.ts';
import type { ChildService, ServiceDetail, ServiceListItem } from '#shared/contract/services.ts';
import { api } from './api-client.ts';
import { ApiError } from './api-error.ts';

/** Reads what is on sale over the API; the browser's half of the router's context. */
export const httpCatalogue: CatalogueReader = {
  listServices: () => api.get<ServiceListItem[]>('/api/services'),
  async getService(id) {
    try {
      return await api.get<ServiceDetail>(`/api/services/${id}`);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  },
  childServices: (ids) => api.get<ChildService[]>(`/api/services?ids=${ids.join(',')}`),
};
