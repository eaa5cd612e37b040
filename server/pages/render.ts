import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CatalogueReader, ClientFiles, PageRenderer } from '#shared/contract/pages.ts';
import type { ChildService, ServiceDetail, ServiceListItem } from '#shared/features/services/schemas.ts';

/** What pages need of the catalogue in memory. */
export type PageCatalogue = {
  edition: () => number;
  list: () => readonly ServiceListItem[];
  find: (id: number) => ServiceDetail | undefined;
  changedAt: (id: number) => Date | undefined;
  isDeleted: (id: number) => boolean;
  children: (ids: readonly number[]) => readonly ChildService[];
  onChange: (listener: () => void) => void;
};

/** The catalogue as the pages' loaders read it: in process, never over the network. */
export function catalogueReader(catalogue: PageCatalogue): CatalogueReader {
  return {
    listServices: async () => catalogue.list(),
    getService: async (id) => catalogue.find(id),
    childServices: async (ids) => catalogue.children(ids),
  };
}

/** Where the pages come from: the build, or their sources in development. */
export type PageSource = {
  renderer: () => Promise<PageRenderer>;
  files: ClientFiles;
  /** Value of the `link` header: fonts that are asked for before the style sheet names them. */
  linkHeader: string | undefined;
  /** Whether pages have a Content-Security-Policy and are kept: not while they change under the hands. */
  isFinal: boolean;
  /** Serves a file of the sources; resolves to false when there is none. */
  serveFile?: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;
};

/** Loads the built renderer. */
export async function loadBuiltRenderer(distDir: string): Promise<PageRenderer> {
  const built: PageRenderer = await import(pathToFileURL(join(distDir, 'server', 'entry-server.js')).href);
  return built;
}
