import type { CatalogueReader } from '#shared/contract/pages.ts';

const loadReader = async () => (await import('./catalogue-reader.ts')).httpCatalogue;

/** The catalogue over the API, whose code loads with the first page that reads it. */
export const lazyCatalogue: CatalogueReader = {
  listServices: async () => (await loadReader()).listServices(),
  getService: async (id) => (await loadReader()).getService(id),
  relatedServices: async (id) => (await loadReader()).relatedServices(id),
  childServices: async (ids) => (await loadReader()).childServices(ids),
};
