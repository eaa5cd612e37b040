import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { buildCustomer, openConversation } from '#tests/support/app/consultations.ts';
import { fileForm } from '#tests/support/app/pictures.ts';
import { heldBytes } from '#tests/support/limits/held-bytes.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const MIB = 1024 * 1024;
const PER_USER = 3;
const PER_PROCESS = 30;

const shop = await setUpTestApp();
const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

const form = (bytes: Uint8Array) => fileForm(bytes, { filename: '글.txt', type: 'text/plain' });

function upload(client: Client, bytes: Uint8Array) {
  const { body, headers } = form(bytes);
  return client.post('/api/attachments', body, { headers });
}

/** A connection of the client, which sends `text` and what the test sends afterwards. */
function connectAs(client: Client, lines: readonly string[]): Socket {
  const { hostname, port } = new URL(shop.url);
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = connect(Number(port), hostname);
  open.push(socket);
  socket.on('error', () => {});
  socket.write(`${[...lines, `Host: ${hostname}`, `Cookie: ${cookie}`].join('\r\n')}\r\n\r\n`);
  return socket;
}

// One for all: what waits in the sockets of the test is memory of the same process.
const BIG = form(Buffer.alloc(4 * MIB, 'a'));

/** Begins an upload that stops in its second part. */
async function hang(client: Client): Promise<Socket> {
  const { csrfToken } = (await client.get('/api/csrf-token')).json();
  const { body, headers } = BIG;
  const socket = connectAs(client, [
    'POST /api/attachments HTTP/1.1',
    `Content-Type: ${headers['content-type']}`,
    `Content-Length: ${body.length}`,
    `X-CSRF-Token: ${csrfToken}`,
  ]);
  socket.write(body.subarray(0, 1.5 * MIB));
  return socket;
}

/** Waits until the uploads have begun: each has a row then. */
async function untilUploading(count: number): Promise<void> {
  await expect
    .poll(() => shop.db.selectFrom('attachments').select('id').where('state', '=', 'uploading').execute())
    .toHaveLength(count);
}

describe('uploads', () => {
  it('of one user are three at a time, and end with their connections', async () => {
    const { client } = await buildCustomer(shop);
    const other = await buildCustomer(shop);
    for (let time = 0; time < PER_USER; time += 1) await hang(client);
    await untilUploading(PER_USER);
    const refused = await upload(client, Buffer.from('글'));
    expectError(refused, 429, 'TOO_MANY_REQUESTS');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await upload(other.client, Buffer.from('글'))).statusCode).toBe(201);
    for (const socket of open.splice(0)) socket.destroy();
    await untilUploading(0);
    expect((await upload(client, Buffer.from('글'))).statusCode).toBe(201);
  });

  it('that hang are thirty of a hundred, and hold less than 100 MB', { timeout: 60_000 }, async () => {
    const clients: Client[] = [];
    for (let number = 0; number < 34; number += 1) clients.push((await buildCustomer(shop)).client);
    const before = heldBytes();
    for (let number = 0; number < 100; number += 1) {
      const client = clients[number % clients.length];
      if (client) await hang(client);
    }
    await untilUploading(PER_PROCESS);
    expect(heldBytes() - before).toBeLessThan(100 * 1000 * 1000);
    const { client } = await buildCustomer(shop);
    expectError(await upload(client, Buffer.from('글')), 503, 'UNAVAILABLE');
    for (const socket of open.splice(0)) socket.destroy();
    await untilUploading(0);
  });

  it('that are refused by their type write less than 2 % of their bytes', { timeout: 60_000 }, async () => {
    const files = 12;
    const { body, headers } = form(randomBytes(20 * MIB - 1024));
    // Rows that are rolled back stay in the files, too. The log is that of all databases of the cluster.
    const bytes = async () => {
      const { rows } = await sql<{ size: number }>`
        select pg_database_size(current_database())::float8 as size`.execute(shop.db);
      return rows[0]?.size ?? 0;
    };
    const { client } = await buildCustomer(shop);
    const before = await bytes();
    for (let number = 0; number < files; number += 1) {
      expectError(await client.post('/api/attachments', body, { headers }), 400, 'FILE_TYPE');
    }
    expect((await bytes()) - before).toBeLessThan(files * body.length * 0.02);
  });
});

describe('downloads', () => {
  it('of one user are three at a time; a hundred slow ones hold less than 100 MB', { timeout: 60_000 }, async () => {
    const customer = await buildCustomer(shop);
    const { id } = (await upload(customer.client, Buffer.alloc(10 * MIB, 'a'))).json();
    await openConversation(customer, { attachment_ids: [id] });
    const clients: Client[] = [];
    for (let number = 0; number < 34; number += 1) clients.push((await buildAdmin(shop)).client);
    const before = heldBytes();
    const begun = Array.from({ length: 100 }, async (_, number) => {
      const client = clients[number % clients.length];
      if (!client) throw new Error('a client for each');
      const socket = connectAs(client, [`GET /api/attachments/${id} HTTP/1.1`]);
      const [data] = await once(socket, 'data');
      socket.pause();
      return String(data).slice('HTTP/1.1 '.length).slice(0, 3);
    });
    const statuses = await Promise.all(begun);
    expect(statuses.filter((status) => status === '200')).toHaveLength(PER_PROCESS);
    expect(statuses.filter((status) => status === '503')).toHaveLength(100 - PER_PROCESS);
    expect(heldBytes() - before).toBeLessThan(100 * 1000 * 1000);
    for (const socket of open.splice(0)) socket.destroy();

    for (let time = 0; time < PER_USER; time += 1) {
      const socket = connectAs(customer.client, [`GET /api/attachments/${id} HTTP/1.1`]);
      await once(socket, 'data');
      socket.pause();
    }
    expectError(await customer.client.get(`/api/attachments/${id}`), 429, 'TOO_MANY_REQUESTS');
  });
});
