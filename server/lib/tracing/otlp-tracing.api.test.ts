import { once } from 'node:events';
import { request, type ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startJobs } from '#server/jobs/scheduler.ts';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { openBrowser } from '#tests/support/app/http-browser.ts';
import type { ReceivedSpan } from '#tests/support/app/otlp-decode.ts';
import { type OtlpReceiver, startOtlpReceiver } from '#tests/support/providers/otlp-receiver.ts';
import { startSmtpServer } from '#tests/support/providers/smtp-server.ts';
import { withSpan } from './tracing.ts';

const PERSON = {
  userId: 'traced.person',
  password: 'rain over nine hills',
  phone: '01098761234',
  email: 'never-in-a-trace@example.com',
  fullname: '김비밀',
  acceptedTos: true,
};
const SOLDIER = { fullname: '이비밀', relationship: '자녀', military_status: '복무 중', phone: '01087654321' };
const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const UNSAMPLED = '1bf7651916cd43dd8448eb211c80319c';
const SLOW = '2cf7651916cd43dd8448eb211c80319c';
const CROWD = Array.from({ length: 12 }, (_, at) => `${(0xa0 + at).toString(16).repeat(16)}`);

/** The library sets each span by the system clock, which it reads in whole milliseconds. */
const CLOCK_STEP_NS = 1_000_000n;

const env = (receiver: OtlpReceiver) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
const traceparent = (traceId: string, flags = '01') => ({ traceparent: `00-${traceId}-${CALLER.spanId}-${flags}` });

/** Spans are examined after the shop has stopped, because stopping sends the last batch. */
describe('the traces of a purchase', () => {
  let receiver: OtlpReceiver;
  let log = '';
  let orderId = 0;

  const named = (name: string) => receiver.spans.filter((span) => span.name === name);
  const childrenOf = (parent: ReceivedSpan | undefined) =>
    receiver.spans.filter((span) => parent && span.parentId === parent.spanId && span.traceId === parent.traceId);

  /** Uses real connections, where the async context is easier to lose. */
  async function buy(shop: TestApp): Promise<void> {
    const browser = await openBrowser(shop.url);
    await browser.expect(201, 'POST', '/api/auth/register', PERSON);
    await browser.expect(200, 'POST', '/api/auth/login', { userId: PERSON.userId, password: PERSON.password });
    const soldier = await browser.expect<{ id: number }>(201, 'POST', '/api/soldiers', SOLDIER);
    const service = await shop.buildService();
    const wanted = { service_id: service.id, soldier_id: soldier.id, selected_plan: '기본', price: 350_000 };
    const placed = await browser.expect<{ orderId: number; order_number: string }>(201, 'POST', '/api/orders', wanted);
    orderId = placed.orderId;
    const receiptId = await shop.bootpay.payFor({ orderNumber: placed.order_number, priceWon: 350_000 });
    const confirmation = { order_id: orderId, receipt_id: receiptId, price: 350_000 };
    await browser.expect(200, 'POST', '/api/bootpay/confirm', confirmation);
    await browser.expect(200, 'GET', `/api/orders/${orderId}`);
  }

  /** Disconnects while the shop waits for the database. */
  async function leaveEarly(shop: TestApp): Promise<void> {
    const browser = await openBrowser(shop.url);
    const { promise: hasLeft, resolve: sayLeft } = Promise.withResolvers<void>();
    await shop.db.transaction().execute(async (trx) => {
      await sql`lock table users`.execute(trx);
      const leaving = new AbortController();
      shop.app.server.once('request', (_request, response: ServerResponse) => {
        response.once('close', sayLeft);
        leaving.abort();
      });
      const login = { userId: PERSON.userId, password: PERSON.password };
      await expect(browser.call('POST', '/api/auth/login', login, leaving.signal)).rejects.toThrow();
      await hasLeft;
    });
  }

  async function askFromOutside(shop: TestApp): Promise<void> {
    const ask = (path: string, headers: Record<string, string>) => fetch(`${shop.url}${path}`, { headers });
    await ask(`/no/such/page?token=${PERSON.password.replaceAll(' ', '-')}`, traceparent(CALLER.traceId));
    await ask('/readyz', traceparent(UNSAMPLED, '00'));
    const check = `/api/auth/check-userid/${PERSON.userId}`;
    await sendSlowly(shop, { receipt_id: 'a'.repeat(24), order_id: 'unknown' });
    await Promise.all(CROWD.map((traceId) => ask(check, traceparent(traceId))));
  }

  /** Sends the body after the headers, so that it arrives in a separate event. */
  async function sendSlowly(shop: TestApp, body: unknown): Promise<void> {
    const begun = once(shop.app.server, 'request');
    const headers = { 'content-type': 'application/json', ...traceparent(SLOW) };
    const outgoing = request(`${shop.url}/api/bootpay/webhook`, { method: 'POST', headers });
    outgoing.flushHeaders();
    await begun;
    outgoing.end(JSON.stringify(body));
    const [answer] = await once(outgoing, 'response');
    answer.resume();
    await once(answer, 'end');
  }

  beforeAll(async () => {
    receiver = await startOtlpReceiver();
    const smtp = await startSmtpServer();
    const write = (line: string) => {
      log += line;
    };
    const shop = await startTestApp({
      // Few connections, so that concurrent calls wait for each other.
      env: { ...env(receiver), SMTP_URL: smtp.url, LOG_LEVEL: 'info', DATABASE_POOL_SIZE: '2' },
      logTo: { write },
    });
    await buy(shop);
    await leaveEarly(shop);
    // PostgreSQL quotes the value in its error message.
    const failing = withSpan('failing', {}, () => sql`select ${PERSON.email}::integer`.execute(shop.db));
    await expect(failing).rejects.toThrow(PERSON.email);
    await askFromOutside(shop);
    // A span that is active when the runner starts must not become the parent of its jobs.
    const jobs = await withSpan('unrelated', {}, () => startJobs(shop.deps));
    await vi.waitFor(() => expect(smtp.mailsTo(PERSON.email)).not.toEqual([]), { timeout: 30_000, interval: 20 });
    await jobs.stop();
    await shop.close();
    await smtp.close();
  });
  afterAll(() => receiver.close());

  it('arrive as protobuf over HTTP with the name of the service', () => {
    expect(receiver.requests[0]).toMatchObject({
      path: '/v1/traces',
      headers: { 'content-type': 'application/x-protobuf' },
    });
    expect(new Set(receiver.spans.map(({ service }) => service))).toEqual(new Set(['shop']));
  });

  it.each([
    ['POST /api/orders', ['begin', 'commit']],
    ['POST /api/bootpay/confirm', ['select', 'insert']],
  ])('have a span for %s and its statements below it', (name, verbs) => {
    const [request, ...more] = named(name);
    expect(more).toEqual([]);
    expect(request).toMatchObject({ parentId: '', kind: 2, hasFailed: false });
    const [method, route] = name.split(' ');
    expect(request?.attributes).toMatchObject({ 'http.request.method': method, 'http.route': route });
    expect(request?.attributes['http.response.status_code']).toBe(name.endsWith('orders') ? 201 : 200);
    const statements = childrenOf(request).filter(({ attributes }) => 'db.query.text' in attributes);
    expect(statements.map((span) => span.name)).toEqual(expect.arrayContaining(verbs));
    const texts = statements.map(({ attributes }) => attributes['db.query.text']).join('\n');
    expect(texts).toMatch(/\borders\b[\s\S]*\$1/);
    for (const span of statements) {
      expect(span).toMatchObject({ kind: 3, hasFailed: false, attributes: { 'db.system.name': 'postgresql' } });
      expect(span.startedAt).toBeGreaterThanOrEqual((request?.startedAt ?? 0n) - CLOCK_STEP_NS);
      expect(span.endedAt).toBeLessThanOrEqual((request?.endedAt ?? 0n) + CLOCK_STEP_NS);
    }
  });

  it('have the calls to the payment provider below the confirm call', () => {
    const [request] = named('POST /api/bootpay/confirm');
    const calls = childrenOf(request).filter(({ name }) => name.startsWith('bootpay '));
    expect(calls.map(({ name, kind }) => [name, kind])).toEqual([
      ['bootpay findReceipt', 3],
      ['bootpay approve', 3],
    ]);
  });

  it("continue the caller's trace, unless the caller does not sample", () => {
    const [request, ...more] = receiver.spans.filter(({ traceId }) => traceId === CALLER.traceId);
    expect(more).toEqual([]);
    // A request without a route is named by its method alone.
    expect(request).toMatchObject({ parentId: CALLER.spanId, name: 'GET' });
    expect(request?.attributes).toEqual({ 'http.request.method': 'GET', 'http.response.status_code': 404 });
    expect(receiver.spans.filter(({ traceId }) => traceId === UNSAMPLED)).toEqual([]);
  });

  it('stay connected when a body arrives late', () => {
    const names = receiver.spans.filter(({ traceId }) => traceId === SLOW).map(({ name }) => name);
    expect(names).toContain('POST /api/bootpay/webhook');
    expect(names.length).toBeGreaterThan(1);
  });

  it('assign statements to their calls when calls wait for the same connections', () => {
    const perCall = CROWD.map((id) => receiver.spans.filter(({ traceId }) => traceId === id).map(({ name }) => name));
    expect(perCall[0]?.length).toBeGreaterThan(2);
    for (const names of perCall) expect(names.toSorted()).toEqual(perCall[0]?.toSorted());
  });

  it('start with each job, with its mails and statements below it', () => {
    const runs = named('job send_mails');
    for (const run of runs) expect(run).toMatchObject({ parentId: '', kind: 1 });
    const mails = runs.flatMap(childrenOf).filter(({ name }) => name.startsWith('mail '));
    expect(mails.map(({ name, kind }) => [name, kind])).toContainEqual(['mail welcome', 3]);
    expect(runs.flatMap(childrenOf).map(({ name }) => name)).toContain('update');
  });

  it('have their ids in the log lines of their requests', () => {
    const lines = log.split('\n').filter((line) => line.includes('"route":"/api/orders"'));
    const [request] = named('POST /api/orders');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ msg: 'request', trace_id: request?.traceId, span_id: request?.spanId }),
    ]);
  });

  it('record failures by their code alone', () => {
    const failed = named('failing').flatMap((span) => [span, ...childrenOf(span)]);
    expect(failed.map(({ name, hasFailed, attributes }) => [name, hasFailed, attributes['error.type']])).toEqual([
      ['failing', true, '22P02'],
      ['select', true, '22P02'],
    ]);
  });

  it('record clients that disconnected before the response', () => {
    const left = named('POST /api/auth/login').filter(({ hasFailed }) => hasFailed);
    expect(left.map(({ attributes }) => attributes)).toEqual([
      { 'http.request.method': 'POST', 'http.route': '/api/auth/login', 'error.type': 'aborted' },
    ]);
  });

  it('contain no user input and no request URL', () => {
    const bytes = receiver.bytes();
    expect(bytes.includes('GET /api/orders/:id')).toBe(true);
    const { acceptedTos: _, ...typed } = PERSON;
    const secrets = [...Object.values(typed), SOLDIER.fullname, SOLDIER.phone, '98761234', '87654321', '자녀'];
    for (const secret of [...secrets, `orders/${orderId}`, 'no/such/page', 'rain-over', '350000', '127.0.0.1']) {
      expect(bytes.includes(secret), secret).toBe(false);
    }
  });
});

describe('an unavailable collector', () => {
  /** Fills a batch, which is then sent. */
  const fillBatch = async () => {
    for (let count = 0; count < 512; count += 1) await withSpan('filling', {}, async () => {});
  };

  it('is logged once a minute when it refuses', async () => {
    const receiver = await startOtlpReceiver();
    receiver.fault = 'refuse';
    let log = '';
    const write = (line: string) => {
      log += line;
    };
    const shop = await startTestApp({ env: { ...env(receiver), LOG_LEVEL: 'warn' }, logTo: { write } });
    const complaints = () => log.split('traces not sent').length - 1;
    await fillBatch();
    await expect.poll(complaints).toBe(1);
    const before = receiver.requests.length;
    await fillBatch();
    await expect.poll(() => receiver.requests.length).toBeGreaterThan(before);
    shop.clock.advance(59_000);
    await fillBatch();
    await expect.poll(() => receiver.requests.length).toBeGreaterThan(before + 1);
    expect(complaints()).toBe(1);
    shop.clock.advance(1000);
    await fillBatch();
    await expect.poll(complaints).toBe(2);
    await shop.close();
    await receiver.close();
    expect(complaints()).toBe(2);
  });

  it('delays neither calls nor the shutdown when it hangs', async () => {
    const receiver = await startOtlpReceiver();
    receiver.fault = 'hang';
    const shop = await startTestApp({ env: env(receiver) });
    await fillBatch();
    await expect.poll(() => receiver.requests.length).toBeGreaterThan(0);
    // More than the queue limit.
    for (let count = 0; count < 6; count += 1) await fillBatch();
    expect((await shop.client().get('/api/services')).statusCode).toBe(200);
    await shop.close();
    await receiver.close();
  });
});
