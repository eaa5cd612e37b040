import { z } from 'zod';

/** Longer batches are cut: a page that violates its policy does so at every load. */
const MAX_PER_REQUEST = 10;

const text = z.string().max(8000);
const line = z.number().int().min(0).optional();

/** `report-uri`: what browsers send for the directive that the pages use. */
const plainReport = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text.optional(),
    'violated-directive': text.optional(),
    'blocked-uri': text.optional(),
    'source-file': text.nullish(),
    'line-number': line,
  }),
});

/** The Reporting API's batches. */
const batch = z
  .array(
    z.object({
      type: text,
      body: z.object({
        documentURL: text.optional(),
        effectiveDirective: text.optional(),
        blockedURL: text.nullish(),
        sourceFile: text.nullish(),
        lineNumber: line,
      }),
    }),
  )
  .transform((reports) => reports.filter(({ type }) => type === 'csp-violation').slice(0, MAX_PER_REQUEST));

export const cspReportBody = z.union([plainReport, batch]);

/** A violation without anything that could belong to a person. */
export type Violation = {
  directive: string;
  /** Keyword, scheme or origin. */
  blocked: string;
  /** Path with ids and names masked. */
  page: string;
  /** A built file of this site, with the line. */
  source: string | undefined;
};

const DIRECTIVES = new Set([
  ...['default-src', 'script-src', 'script-src-elem', 'script-src-attr', 'style-src', 'style-src-elem'],
  ...['style-src-attr', 'img-src', 'font-src', 'connect-src', 'frame-src', 'form-action', 'frame-ancestors'],
  ...['object-src', 'base-uri', 'media-src', 'worker-src', 'manifest-src', 'child-src', 'trusted-types'],
  'require-trusted-types-for',
]);
const WEB_SCHEMES = ['http:', 'https:', 'ws:', 'wss:'];

/** A bounded set of names: they become labels of a metric. */
function directiveOf(value: string | undefined): string {
  const name = value?.split(' ', 1)[0] ?? '';
  return DIRECTIVES.has(name) ? name : 'other';
}

function blockedOf(value: string | null | undefined): string {
  if (!value || !URL.canParse(value)) return /^[a-z-]{1,30}$/.test(value ?? '') ? String(value) : 'other';
  const { protocol, origin } = new URL(value);
  return WEB_SCHEMES.includes(protocol) ? origin.slice(0, 200) : protocol;
}

function maskedPath(url: URL): string {
  return url.pathname
    .slice(0, 200)
    .split('/')
    .map((part) => (/^[a-z-]{0,30}$/.test(part) ? part : '*'))
    .join('/');
}

function sourceOf(file: string | null | undefined, lineNumber: number | undefined, site: string): string | undefined {
  if (!file || !URL.canParse(file)) return undefined;
  const { origin, pathname } = new URL(file);
  const isBuilt = origin === site && /^\/assets\/[\w.-]{1,100}$/.test(pathname);
  return isBuilt ? `${pathname}:${lineNumber ?? 0}` : undefined;
}

/** The violations on pages of the site; what others report under its name is dropped. */
export function violationsOf(body: z.output<typeof cspReportBody>, siteUrl: string): Violation[] {
  const site = new URL(siteUrl).origin;
  const raw = Array.isArray(body)
    ? body.map(({ body: report }) => ({
        document: report.documentURL,
        directive: report.effectiveDirective,
        blocked: report.blockedURL,
        file: report.sourceFile,
        line: report.lineNumber,
      }))
    : [body['csp-report']].map((report) => ({
        document: report['document-uri'],
        directive: report['effective-directive'] ?? report['violated-directive'],
        blocked: report['blocked-uri'],
        file: report['source-file'],
        line: report['line-number'],
      }));
  return raw.flatMap(({ document, directive, blocked, file, line: at }) => {
    const url = document !== undefined && URL.canParse(document) ? new URL(document) : undefined;
    if (url?.origin !== site) return [];
    return [
      {
        directive: directiveOf(directive),
        blocked: blockedOf(blocked),
        page: maskedPath(url),
        source: sourceOf(file, at, site),
      },
    ];
  });
}
