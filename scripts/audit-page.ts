import lighthouse from 'lighthouse';

/** Times in milliseconds, sizes in kB; scores from 0 to 100. */
export type Measurements = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  fcpMs: number;
  lcpMs: number;
  blockingMs: number;
  shift: number;
  /** All scripts of a first visit, gzipped. */
  scriptKb: number;
  /** All requests of a first visit, as transferred. */
  firstLoadKb: number;
};

/**
 * How the phone's network and processor are slowed down: `devtools` delays the real load,
 * `simulate` calculates from an unthrottled one and counts all scripts that arrive before a paint.
 */
export type Throttling = 'devtools' | 'simulate';

type Request = { url: string; resourceType?: string };

/** Gzipped size of a file; browsers take the smaller brotli. */
async function gzippedBytes(url: string): Promise<number> {
  const response = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
  return Number(response.headers.get('content-length'));
}

/**
 * Lighthouse sometimes fails by itself, with a trace that has no start: that says nothing about the
 * page.
 */
const TRIES = 3;

async function runLighthouse(url: string, port: number, throttlingMethod: Throttling) {
  for (let tries = 1; ; tries += 1) {
    const result = await lighthouse(url, { port, logLevel: 'error', output: 'json', throttlingMethod });
    if (result && !result.lhr.runtimeError) return result.lhr;
    if (tries === TRIES) throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  }
}

/**
 * Measures one page with Lighthouse's phone profile, in the browser at this port. Throws if it
 * could not be loaded.
 */
export async function measurePage(
  url: string,
  port: number,
  throttling: Throttling,
): Promise<{ measurements: Measurements; benchmarkIndex: number }> {
  const { categories, audits, environment } = await runLighthouse(url, port, throttling);
  const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
  const number = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const details = audits['network-requests']?.details;
  const requests: Request[] = details?.type === 'table' ? details.items.map((item) => item as Request) : [];
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script');
  const scriptBytes = await Promise.all(scripts.map((script) => gzippedBytes(script.url)));
  const measurements = {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    fcpMs: Math.round(number('first-contentful-paint')),
    lcpMs: Math.round(number('largest-contentful-paint')),
    blockingMs: Math.round(number('total-blocking-time')),
    shift: number('cumulative-layout-shift'),
    scriptKb: scriptBytes.reduce((sum, bytes) => sum + bytes, 0) / 1000,
    firstLoadKb: number('total-byte-weight') / 1000,
  };
  return { measurements, benchmarkIndex: environment.benchmarkIndex };
}
