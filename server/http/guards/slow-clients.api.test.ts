import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';

const PATIENCE_MS = 1000;

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
});
afterAll(() => shop.close());

/** Sends part of a request, then single bytes; returns what the server sent before closing. */
function dribble(start: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
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

it('the server waits 10 seconds for headers and 30 for a request, and checks every 2', () => {
  const { headersTimeout, requestTimeout } = shop.app.server;
  expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 10_000, requestTimeout: 30_000 });
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
