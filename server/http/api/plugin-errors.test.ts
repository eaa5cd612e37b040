import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#server/lib/errors.ts';
import { registerBuiltFiles } from '#server/pages/built-assets.ts';
import { sendRaw } from '#tests/support/app/raw-http.ts';
import { answerClientError } from './client-error.ts';
import { frameworkErrorAnswerer, registerErrorHandler } from './error-handler.ts';

type Line = { level: number; msg: string };
const [WARN, ERROR] = [40, 50];

let folder: string;
let app: FastifyInstance;
let url: string;
const lines: Line[] = [];

/** Statuses without a code of their own that plugins raise. */
const RAISED = [406, 408, 412, 422, 431];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-static-'));
  mkdirSync(join(folder, 'static/js'), { recursive: true });
  writeFileSync(join(folder, 'static/js/app-1234.js'), 'export {};\n');
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\n');
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()));
      done();
    },
  });
  const loggerInstance: FastifyBaseLogger = pino({ level: 'info' }, stream);
  app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: frameworkErrorAnswerer({ isHttps: false }),
    clientErrorHandler: answerClientError,
  });
  registerErrorHandler(app);
  app.setNotFoundHandler(() => {
    throw new AppError('NOT_FOUND');
  });
  await registerBuiltFiles(app, { clientDir: folder, otherBuilds: undefined });
  for (const status of RAISED) {
    app.get(`/raised/${status}`, () => {
      throw Object.assign(new Error('from a plugin'), { statusCode: status });
    });
  }
  app.get('/raised/503', () => {
    throw Object.assign(new Error('from a plugin'), { statusCode: 503 });
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a GET with a raw target that no client has normalised. */
async function get(target: string, headers: readonly string[] = []): Promise<{ status: number; body: unknown }> {
  const head = [`GET ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers];
  const answer = await sendRaw(url, `${head.join('\r\n')}\r\n\r\n`);
  const [top = '', body = ''] = answer.split('\r\n\r\n');
  const isJson = /content-type: application\/json/i.test(top);
  return { status: Number(top.split(' ')[1]), body: isJson ? JSON.parse(body) : body };
}

const shape = (code: string) => ({ code, error: expect.stringMatching(/[가-힣]/) });

describe('a request that a plugin refuses', () => {
  it.each([
    ['/static/js/../../../package.json', 403, 'FORBIDDEN'],
    ['/static/../../package.json', 403, 'FORBIDDEN'],
    ['/static/%2e%2e/%2e%2e/package.json', 403, 'FORBIDDEN'],
    ['/static/js/..%2f..%2f..%2fpackage.json', 404, 'NOT_FOUND'],
    ['/static/js/%00', 403, 'FORBIDDEN'],
    ['/static/js/%zz', 400, 'BAD_REQUEST'],
    ['/static/js/%c0%ae%c0%ae/x', 400, 'BAD_REQUEST'],
  ])('GET %s is %s %s with the common error body', async (target, status, code) => {
    expect(await get(target)).toEqual({ status, body: shape(code) });
    expect(lines.filter(({ level }) => level >= ERROR)).toEqual([]);
  });

  it.each([
    [8000, 403, 'FORBIDDEN'],
    [17_000, 413, 'PAYLOAD_TOO_LARGE'],
  ])('a file name of %s characters is %s %s with the common error body', async (length, status, code) => {
    expect(await get(`/static/js/${'a'.repeat(length)}`)).toEqual({ status, body: shape(code) });
  });

  it.each([
    ['a range behind the end', 'Range: bytes=5000-6000', 416],
    ['a precondition that does not hold', 'If-Match: "other"', 412],
  ])('%s keeps its status with the common error body', async (_name, header, status) => {
    expect(await get('/static/js/app-1234.js', [header])).toEqual({ status, body: shape('BAD_REQUEST') });
  });

  it.each(RAISED)('status %s without its own code is kept', async (status) => {
    expect(await get(`/raised/${status}`)).toEqual({ status, body: shape('BAD_REQUEST') });
  });

  it('is logged as a warning', async () => {
    await get('/static/js/../../../package.json');
    expect(lines).toMatchObject([{ level: WARN, msg: 'request refused' }]);
  });
});

it('an error of a plugin without a 4xx status is 500 and logged as an error', async () => {
  expect(await get('/raised/503')).toEqual({ status: 500, body: shape('INTERNAL') });
  expect(lines).toMatchObject([{ level: ERROR, msg: 'request failed' }]);
});

it('a valid range is served', async () => {
  expect(await get('/robots.txt', ['Range: bytes=0-3'])).toEqual({ status: 206, body: 'User' });
});
