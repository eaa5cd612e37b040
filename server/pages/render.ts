import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CatalogueReader, ClientFiles, PageRenderer } from '#shared/contract/pages.ts';
import type {
  ChildService,
  RelatedService,
  ServiceDetail,
  ServiceListItem,
} from '#shared/features/services/schemas.ts';
import type { ClientStyle } from './client-files.ts';

/** The parts of the catalogue that pages need. */
export type PageCatalogue = {
  edition: () => number;
  list: () => readonly ServiceListItem[];
  holidays: () => readonly string[];
  find: (id: number) => ServiceDetail | undefined;
  changedAt: (id: number) => Date | undefined;
  isDeleted: (id: number) => boolean;
  children: (ids: readonly number[]) => readonly ChildService[];
  related: (id: number) => readonly RelatedService[];
  onChange: (listener: () => void) => void;
};

/** Adapter for the pages' loaders, which read the catalogue in process. */
export function catalogueReader(catalogue: PageCatalogue): CatalogueReader {
  return {
    listServices: async () => catalogue.list(),
    getService: async (id) => catalogue.find(id),
    childServices: async (ids) => catalogue.children(ids),
    relatedServices: async (id) => catalogue.related(id),
  };
}

/** Source of the pages: the build, or Vite in development. */
export type PageSource = {
  renderer: () => Promise<PageRenderer>;
  files: ClientFiles;
  /** Id of the build; undefined in development. */
  build?: string;
  /** The style sheets of all built pages; in development the renderer links the sources. */
  styles: readonly ClientStyle[];
  /** True when pages have a Content-Security-Policy and are cached; false in development. */
  isFinal: boolean;
  /** Serves a source file; resolves to false when there is none. */
  serveFile?: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;
};

/** Loads the built renderer. */
export async function loadBuiltRenderer(distDir: string): Promise<PageRenderer> {
  const built: PageRenderer = await import(pathToFileURL(join(distDir, 'server', 'entry-server.js')).href);
  return built;
}
