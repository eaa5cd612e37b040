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
  /** Only of a build: what every page loads after its first paint. */
  built?: {
    /** The module that hydrates the page, and what it imports. */
    modules: string[];
    /** What a page loads in addition, by its source file. */
    pages: Readonly<Record<string, readonly string[]>>;
    styleSheet: string;
  };
};

/**
 * A part of the built style sheet: a rule, or an at-rule around others. A rule is used by pages
 * with all classes and tags of one of its `needs`, or where another part has its `mention`; without
 * either by all pages. Layers are kept when they are empty: their order decides which rule wins.
 */
export type StyleNode =
  | { css: string; needs?: string[][]; mention?: string }
  | { open: string; isLayer: boolean; nodes: StyleNode[] };

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
  /** Marks the scripts and links that the renderer itself writes (attribute `nonce`). */
  nonce: string;
};

type RenderedPage = { status: number; html: string };

/**
 * The path that stands for every address with the same markup, so that there are only so many pages
 * to keep. `serviceId` is set on the page of a service.
 */
type PageAddress = { path: string; serviceId?: number };

/** What the built page renderer (`web/entry-server.tsx`) exports. */
export type PageRenderer = {
  renderPage: (request: PageRequest) => Promise<RenderedPage>;
  pageOf: (pathname: string) => PageAddress;
};
