import type { SocialProviders } from '#shared/features/oauth/schemas.ts';
import type {
  ChildService,
  RelatedService,
  ServiceDetail,
  ServiceListItem,
} from '#shared/features/services/schemas.ts';
import type { DeskHours } from '#shared/rules/business-days.ts';

/** How pages read what is on sale: on the server from memory, in the browser over the API. */
export type CatalogueReader = {
  listServices: () => Promise<readonly ServiceListItem[]>;
  /** Undefined when there is no such service. */
  getService: (id: number) => Promise<ServiceDetail | undefined>;
  /** In the order asked; unknown ids are left out. */
  childServices: (ids: readonly number[]) => Promise<readonly ChildService[]>;
  /** None where there is no such service. */
  relatedServices: (id: number) => Promise<readonly RelatedService[]>;
};

/** A script of the page: the entry, and in development what has to run before it. */
type PageScript = { src: string } | { code: string };

/** Addresses of the files that pages consist of. */
export type ClientFiles = {
  /** Only in development: what the router writes into the markup of every page. */
  scripts: PageScript[];
  css: string[];
  /** Only of a build. */
  built?: {
    /** The module that hydrates the page. */
    entry: string;
    /** The modules that the entry imports. */
    modules: string[];
    /** The modules that a page loads in addition, by its source file. */
    pages: Readonly<Record<string, readonly string[]>>;
  };
};

type PageRequest = {
  /** A path as `pageOf` gave it. */
  path: string;
  catalogue: CatalogueReader;
  files: ClientFiles;
  /** Who can be logged in with. */
  socialProviders: SocialProviders;
  /** Address of the site without a slash at the end. */
  siteUrl: string;
  deskHours: DeskHours;
  /** Holidays that administrators have added. */
  holidays: readonly string[];
  /** Marks the scripts and links that the renderer itself writes (attribute `nonce`). */
  nonce: string;
};

type RenderedPage = { status: number; html: string };

/**
 * The path that stands for every address with the same markup, so that there are only so many pages
 * to keep. `serviceId` is set on the page of a service.
 */
type PageAddress = { path: string; serviceId?: number };

/** Describes what the built page renderer (`web/entry-server.tsx`) exports. */
export type PageRenderer = {
  renderPage: (request: PageRequest) => Promise<RenderedPage>;
  pageOf: (pathname: string) => PageAddress;
};
