import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { answerClientError } from '#server/http/api/client-error.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { registerBodyTimeout } from './body-timeout.ts';

const PATIENCE_MS = 1000;

const shop = await setUpTestApp();

/** Sends part of a request, then single bytes; returns what the server sent before closing. */
function dribble(start: string, port = Number(new URL(shop.url).port)): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const more = setInterval(() => socket.write('x'), 50);
    socket.on('data', (bytes) => {
      received += bytes.toString();
      clearInterval(more);
    });
    socket.on('error', (error: Error & { code?: string }) => {
      // A byte sent while the server closes.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => {
      clearInterval(more);
      resolve(received);
    });
    socket.write(start);
  });
}

it('the server waits 10 seconds for headers and 10 minutes for a request', () => {
  const { headersTimeout, requestTimeout } = shop.app.server;
  expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 10_000, requestTimeout: 600_000 });
});

it.each([
  ['whose headers do not end', 'GET /api/services HTTP/1.1\r\nHost: shop\r\nX-Slow: '],
  [
    'whose body does not end',
    'POST /api/auth/login HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"',
  ],
])('the server disconnects a client %s, and serves others meanwhile', async (_name, start) => {
  const { server } = shop.app;
  const before = { headersTimeout: server.headersTimeout, requestTimeout: server.requestTimeout };
  Object.assign(server, { headersTimeout: PATIENCE_MS, requestTimeout: PATIENCE_MS });
  try {
    const slow = dribble(start);
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
    // 403 when the complete headers were refused already; the connection ends either way.
    expect(await slow).toMatch(/^(HTTP\/1\.1 4\d\d [\s\S]*"code":"|$)/);
  } finally {
    Object.assign(server, before);
  }
});

it('a body that does not arrive in time ends the connection; an upload continues', async () => {
  const app = Fastify({ clientErrorHandler: answerClientError });
  registerBodyTimeout(app, 300);
  const schema = { consumes: ['multipart/form-data'] };
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
    payload.resume().on('end', () => done(null, {}));
  });
  app.post('/json', async () => 'done');
  app.post('/file', { schema }, async () => 'done');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const start = (path: string, type: string) =>
    `POST ${path} HTTP/1.1\r\nHost: shop\r\nContent-Type: ${type}\r\nContent-Length: 20\r\nConnection: close\r\n\r\n`;
  try {
    expect(await dribble(start('/json', 'application/json'), port)).toMatch(/^HTTP\/1\.1 400 /);
    // 20 bytes at 50 ms each take a second.
    expect(await dribble(start('/file', 'multipart/form-data'), port)).toMatch(/^HTTP\/1\.1 200 /);
  } finally {
    await app.close();
  }
});
