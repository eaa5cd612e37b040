import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { heldBytes } from '#tests/support/limits/held-bytes.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const MIB = 1024 * 1024;
const LARGE = 900 * 1024;

const shop = await setUpTestApp({ env: { TRUST_PROXY: '127.0.0.1' } });
const visitor = shop.client();
const { csrfToken } = (await visitor.get('/api/csrf-token')).json();
const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

// One for all: what waits in the sockets of the test is memory of the same process.
const BODY = Buffer.from(`{"userId":"${'a'.repeat(LARGE)}`);

type Hanging = { socket: Socket; received: () => string };

/** Begins a login whose body stops in its middle, from an address. */
function hang(address: string, length: string): Hanging {
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname);
  open.push(socket);
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes.toString();
  });
  socket.on('error', () => {});
  const lines = ['POST /api/auth/login HTTP/1.1', `Host: ${hostname}`, `X-Forwarded-For: ${address}`];
  lines.push(`Cookie: ${cookie}`, `X-CSRF-Token: ${csrfToken}`);
  socket.write(`${[...lines, 'Content-Type: application/json', length].join('\r\n')}\r\n\r\n`);
  if (length.startsWith('Transfer')) socket.write(`${MIB.toString(16)}\r\n`);
  socket.write(BODY);
  return { socket, received: () => received };
}

const DECLARED = `Content-Length: ${MIB}`;
const CHUNKED = 'Transfer-Encoding: chunked';
const statusesOf = (hanging: readonly Hanging[]) => hanging.map(({ received }) => received().slice(9, 12));
const counted = (hanging: readonly Hanging[], status: string) =>
  statusesOf(hanging).filter((other) => other === status).length;

it.each([DECLARED, CHUNKED])('of one address three large bodies arrive at a time (%s)', async (length) => {
  const hanging = Array.from({ length: 10 }, () => hang('203.0.113.7', length));
  await expect.poll(() => counted(hanging, '429')).toBe(7);
  const refused = hanging.find(({ received }) => received() !== '');
  expect(refused?.received()).toMatch(/\r\nretry-after: \d+\r\n/i);
  expect(refused?.received()).toContain('"code":"TOO_MANY_REQUESTS"');

  // Small ones of this address are served meanwhile, and large ones of others, to their end.
  const sameAddress = shop.client('203.0.113.7');
  const small = await sameAddress.post('/api/auth/login', { userId: 'someone', password: 'secret12' });
  expect(small.statusCode).toBe(401);
  const { client } = await buildAdmin(shop);
  const large = await client.post('/api/admin/services', { title: 'a'.repeat(LARGE) });
  expectError(large, 400, 'VALIDATION_FAILED');

  for (const socket of open.splice(0)) socket.destroy();
  await expect
    .poll(async () => (await sameAddress.post('/api/auth/login', { userId: 'a'.repeat(LARGE) })).statusCode)
    .toBe(400);
});

it('a hundred hanging large bodies hold less than half of their bytes', async () => {
  const before = heldBytes();
  const hanging = Array.from({ length: 100 }, (_, index) => hang(`203.0.113.${index}`, DECLARED));
  await expect.poll(() => counted(hanging, '503')).toBe(70);
  expect(heldBytes() - before).toBeLessThan(50 * MIB);
});

it('bodies beyond the limit are too large everywhere, also in chunks', async () => {
  const { client } = await buildAdmin(shop);
  for (const path of ['/api/auth/login', '/api/orders', '/api/admin/services']) {
    expectError(await client.post(path, { title: 'a'.repeat(MIB) }), 413, 'PAYLOAD_TOO_LARGE');
  }
  const chunked = hang('203.0.113.9', CHUNKED);
  chunked.socket.write(Buffer.alloc(MIB - BODY.length, 'a'));
  chunked.socket.write(`\r\n10\r\n${'a'.repeat(16)}\r\n0\r\n\r\n`);
  await expect.poll(chunked.received).toMatch(/^HTTP\/1.1 413 /);
});
