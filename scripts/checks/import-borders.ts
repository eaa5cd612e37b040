/**
 * Which folder may import what: the table of docs/architecture.md. The first entry whose `from`
 * matches a file holds.
 */
export type Border = { from: RegExp; may: readonly RegExp[]; except?: readonly RegExp[] };

const TESTS = /\.(test|spec)\.tsx?$/;
const SHARED = /^shared\//;
const CONTENT = /^content\//;
const ANY_PACKAGE = /^package:/;

export const BORDERS: readonly Border[] = [
  { from: TESTS, may: [/.*/] },
  { from: /^(tests|bench|build|scripts)\//, may: [/.*/] },
  { from: /^[^/]+\.config\.ts$/, may: [/.*/] },
  { from: /^shared\/text\//, may: [/^shared\/text\//] },
  { from: /^shared\/format\//, may: [/^shared\/(format|text)\//] },
  { from: /^shared\/rules\//, may: [/^shared\/(rules|format|text)\//] },
  { from: /^shared\/pages\.ts$/, may: [] },
  { from: /^shared\/platform\//, may: [/^shared\/platform\//] },
  { from: /^shared\/(contract|features)\//, may: [SHARED, /^package:zod$/] },
  { from: /^content\//, may: [CONTENT, SHARED] },

  { from: /^server\/((main|serve|app|api|deps)\.ts$|registry\/)/, may: [/^server\//, SHARED, CONTENT, ANY_PACKAGE] },
  // The parts of the configuration are read through `server/config.ts` alone.
  { from: /^server\/config(\.ts$|\/)/, may: [/^server\/(lib|config)\//, SHARED, ANY_PACKAGE] },
  {
    from: /^server\/db\/seed\.ts$/,
    may: [/^server\/(db|lib)\//, /^server\/config\.ts$/, SHARED, CONTENT, ANY_PACKAGE],
  },
  { from: /^server\/(lib|db)\//, may: [/^server\/(db|lib)\//, /^server\/config\.ts$/, SHARED, ANY_PACKAGE] },
  { from: /^server\/http\//, may: [/^server\/(db|lib|http)\//, /^server\/config\.ts$/, SHARED, ANY_PACKAGE] },
  {
    from: /^server\/sandbox\//,
    may: [/^server\/(db|lib|http|sandbox)\//, /^server\/config\.ts$/, SHARED, ANY_PACKAGE],
  },
  {
    from: /^server\/jobs\//,
    may: [/^server\/(db|lib|jobs|registry)\//, /^server\/features\//, /^server\/config\.ts$/, SHARED, ANY_PACKAGE],
    except: [/\.(queries|admin-queries|present|routes|admin-routes)\.ts$/, /\/gateway\//],
  },
  {
    from: /^server\/pages\//,
    may: [
      /^server\/(db|lib|http|pages)\//,
      /^server\/features\/services\/catalogue\.ts$/,
      /^server\/config\.ts$/,
      SHARED,
      CONTENT,
      ANY_PACKAGE,
    ],
  },
  // All that a feature has, for the registry.
  {
    from: /^server\/features\/[^/]+\/feature\.ts$/,
    may: [
      /^server\/(db|lib|http|features|jobs)\//,
      /^server\/(config|registry\/(feature|retention-rule))\.ts$/,
      SHARED,
      CONTENT,
      ANY_PACKAGE,
    ],
  },
  // Features: what another feature offers is its verbs and look-ups; checked below against the
  // feature's own name.
  {
    from: /^server\/features\//,
    may: [
      /^server\/(db|lib|http|features)\//,
      /^server\/(config|registry\/(feature|retention-rule))\.ts$/,
      SHARED,
      CONTENT,
      ANY_PACKAGE,
    ],
  },

  {
    from: /^web\/ui\//,
    may: [/^web\/(ui|styles)\//, /^shared\/(rules|format|platform|text)\//, ANY_PACKAGE],
    except: [/^package:@bootpay\//],
  },
  { from: /^web\/lib\//, may: [/^web\/lib\//, SHARED, ANY_PACKAGE], except: [/^package:@bootpay\//] },
  { from: /^web\/admin-kit\//, may: [/^web\/(admin-kit|ui|lib|styles)\//, SHARED, ANY_PACKAGE] },
  { from: /^web\/features\//, may: [/^web\/(features|admin-kit|ui|lib|styles)\//, SHARED, CONTENT, ANY_PACKAGE] },
  { from: /^web\//, may: [/^web\//, SHARED, CONTENT, ANY_PACKAGE], except: [/^package:@bootpay\//] },
];

/** Holds what only one place may import. */
export const ONLY_HERE: readonly { package: RegExp; files: RegExp }[] = [
  { package: /^package:@bootpay\/backend-js$/, files: /^server\/features\/(payments\/gateway|notices\/gateways)\// },
  { package: /^package:@bootpay\/client-js$/, files: /^web\/features\/payments\/bootpay-window\.ts$/ },
  // Large: it becomes part of every page that imports it.
  { package: /^package:recharts$/, files: /^web\/features\/dashboard\/admin\/charts\.tsx$/ },
  // Native code, and some 100 MB while it works: only in the process that writes letters, and in tests.
  {
    package: /^package:@(libpdf|myriaddreamin)\//,
    files: /^server\/features\/(letters\/sealing\/|attachments\/pages\/[\w-]+\.api\.test\.ts$)/,
  },
  // WebAssembly that reads files of people: only in the process that draws their pages.
  { package: /^package:@hyzyla\/pdfium$/, files: /^server\/features\/attachments\/pages\/draw-pages\.ts$/ },
  // Loaded only where traces are wanted.
  { package: /^package:@opentelemetry\//, files: /^server\/lib\/tracing\/otlp-tracing\.ts$/ },
  { package: /^package:openid-client$/, files: /^server\/features\/oauth\/providers\// },
  {
    package: /^package:zod$/,
    files: /^(shared\/contract\/|shared\/features\/[\w/-]*schemas\.ts$|(server|web|tests|bench|scripts)\/)/,
  },
];

/** Holds what only one place may write. */
export const ONLY_WRITTEN_HERE: readonly { code: RegExp; within: RegExp; files: RegExp; what: string }[] = [
  {
    code: /process\.env\b/,
    within: /^(server|shared|web|content)\//,
    files: /^server\/config\.ts$/,
    what: 'process.env',
  },
  {
    code: /\bnew Date\(\)|\bDate\.now\(/,
    within: /^(server|shared)\//,
    files: /^server\/lib\/clock\.ts$/,
    what: 'the time',
  },
  {
    // A page that makes a call would load zod with its schemas.
    code: /import (?!type )[^;]*schemas\.ts'/,
    within: /^shared\/features\/[^/]+\/[\w-]*calls\.ts$/,
    files: /^$/,
    what: 'a schema at run time',
  },
  {
    // Calls have their URLs in the tables: a changed one breaks the build.
    code: /['"`]\/api\//,
    within: /^web\//,
    files: /^$/,
    what: 'the URL of a call',
  },
  { code: /(?<![.\w])fetch\(/, within: /^web\//, files: /^web\/lib\/api-client\.ts$/, what: 'fetch' },
  {
    // An address that is not in the code has to be checked before the browser goes there.
    code: /\bnavigate\(\{\s*href\b|\blocation\.(assign|replace)\(|\blocation(\.href)?\s*=[^=]/,
    within: /^web\//,
    files: /^web\/lib\/navigation\/use-go-to\.ts$/,
    what: 'navigation to an address',
  },
];
