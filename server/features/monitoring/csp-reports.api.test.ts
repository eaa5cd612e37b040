import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { createMetricsReader, METRICS_TOKEN, type MetricsReader } from '#tests/support/app/metrics.ts';

const SITE = 'http://localhost:3000';
const REPORT = {
  'document-uri': `${SITE}/orders/4711?token=secret-token`,
  'effective-directive': 'img-src',
  'blocked-uri': 'https://elsewhere.example/pixel?mail=hong@example.com',
  'source-file': `${SITE}/assets/entry-abc.js`,
  'line-number': 7,
  'script-sample': 'hong.gd',
};

let nextAddress = 0;

describe('POST /csp-reports', () => {
  let shop: TestApp;
  let metrics: MetricsReader;
  const lines: string[] = [];
  const logged = () => lines.filter((line) => line.includes('content security policy violated'));
  const violations = (directive: string) => metrics.value(`shop_csp_violations_total{directive="${directive}"}`);

  beforeAll(async () => {
    shop = await startTestApp({
      env: { METRICS_TOKEN, LOG_LEVEL: 'warn' },
      logTo: { write: (line) => lines.push(line) },
    });
    metrics = createMetricsReader(shop);
  });
  afterAll(() => shop.close());

  /** Without cookies and CSRF token, as browsers send it. */
  function send(body: unknown, type = 'application/csp-report', address?: string) {
    nextAddress += 1;
    return shop.app.inject({
      method: 'POST',
      url: '/csp-reports',
      headers: { 'content-type': type },
      remoteAddress: address ?? `192.0.2.${nextAddress}`,
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  it('logs and counts a violation without personal data', async () => {
    expect((await send({ 'csp-report': REPORT })).statusCode).toBe(204);
    expect(await violations('img-src')).toBe(1);
    const [line = '{}'] = logged().slice(-1);
    expect(JSON.parse(line)).toMatchObject({
      directive: 'img-src',
      blocked: 'https://elsewhere.example',
      page: '/orders/*',
      source: '/assets/entry-abc.js:7',
    });
    expect(line).not.toMatch(/4711|secret-token|hong|pixel/);
  });

  it('accepts batches of the Reporting API, and counts unknown directives as one', async () => {
    const body = { documentURL: `${SITE}/about`, effectiveDirective: 'made-up "directive', blockedURL: 'inline' };
    const batch = [
      { type: 'csp-violation', body },
      { type: 'deprecation', body: {} },
    ];
    expect((await send(batch, 'application/reports+json')).statusCode).toBe(204);
    expect(await violations('other')).toBe(1);
    expect(logged().at(-1)).toContain('"blocked":"inline","page":"/about"');
  });

  it('drops reports about other sites', async () => {
    const before = logged().length;
    const report = { ...REPORT, 'document-uri': 'https://elsewhere.example/', 'effective-directive': 'font-src' };
    expect((await send({ 'csp-report': report })).statusCode).toBe(204);
    expect(logged()).toHaveLength(before);
  });

  it.each([
    ['no JSON', '{', 'application/csp-report', 400],
    ['another shape', '{"csp-report":[]}', 'application/csp-report', 400],
    ['another type', '{}', 'text/plain', 415],
    ['more than 16 KiB', JSON.stringify({ 'csp-report': REPORT, rest: 'x'.repeat(17_000) }), undefined, 413],
  ])('refuses %s', async (_name, body, type, status) => {
    expect((await send(body, type)).statusCode).toBe(status);
  });

  it('takes 30 reports a minute from one address', async () => {
    const statuses: number[] = [];
    for (let sent = 0; sent < 31; sent += 1) {
      const { statusCode } = await send({ 'csp-report': REPORT }, undefined, '198.51.100.1');
      statuses.push(statusCode);
    }
    expect(statuses).toEqual([...Array(30).fill(204), 429]);
    expect((await send({ 'csp-report': REPORT })).statusCode).toBe(204);
  });
});
