/**
 * A bare shop: node:http and pg, the provider's protocol and three commits an order, without
 * sessions, checks, history, notices or work on webhooks. What an order cannot cost less than:
 * `bare-orders.ts <folder> <provider's API>`. Sends its URL to the parent process.
 */
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/db/embedded/start-embedded-postgres.ts';
import { PROVIDER_KEYS } from '#tests/support/providers/provider-server.ts';

const [, , folder, providerUrl] = process.argv;
if (!folder || !providerUrl || !process.send) throw new Error('to be forked: bare-orders.ts <folder> <provider>');

const TABLES = `
  create table texts (id int primary key, body text not null);
  insert into texts select n, repeat('측정', 200) from generate_series(1, 1000) as n;
  create table orders (id bigint generated always as identity primary key, number text unique, price int, status text);
  create table events (id bigint generated always as identity primary key, order_id bigint references orders, kind text)`;

const postgres = await startEmbeddedPostgres(folder);
const { connection } = postgres;
const pool = new pg.Pool({ ...connection, max: 10 });
// PostgreSQL may stop while the last connections still close.
pool.on('error', () => {});
await pool.query(TABLES);

async function text(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const agent = new Agent({ keepAlive: true });
const { clientKey, secretKey } = PROVIDER_KEYS;
const authorization = `Basic ${Buffer.from(`${clientKey}:${secretKey}`).toString('base64')}`;

function ask(method: string, path: string, body?: string): Promise<{ status: number; price: number }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization, 'content-type': 'application/json', 'content-length': body?.length ?? 0 };
    const outgoing = request(`${providerUrl}${path}`, { method, agent, headers }, (incoming) => {
      text(incoming).then((answer) => resolve(JSON.parse(answer)), reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    client.release();
  }
}

const READ = { name: 'read', text: 'select body from texts where id = $1' };
const INSERT = {
  name: 'insert',
  text: `insert into orders (number, price, status) values ($1, $2, 'pending') returning id`,
};
const LOCK = { name: 'lock', text: 'select number, price, status from orders where id = $1 for update' };
const NOTE = { name: 'note', text: 'insert into events (order_id, kind) values ($1, $2)' };
const MOVE = { name: 'move', text: 'update orders set status = $2 where id = $1' };

type Body = { price: number; order_id: number; receipt_id: string };

async function place({ price }: Body): Promise<object> {
  const number = `bare-${Math.random().toString(36).slice(2)}`;
  const orderId = await inTransaction(async (client) => {
    for (const id of [1, 2]) await client.query({ ...READ, values: [id] });
    const { rows } = await client.query({ ...INSERT, values: [number, price] });
    return Number(rows[0]?.id);
  });
  return { orderId, order_number: number, price };
}

function move(orderId: number, status: string): Promise<void> {
  return inTransaction(async (client) => {
    await client.query({ ...LOCK, values: [orderId] });
    await client.query({ ...NOTE, values: [orderId, status] });
    await client.query({ ...MOVE, values: [orderId, status] });
  });
}

async function confirm({ order_id, receipt_id, price }: Body): Promise<object> {
  const asked = await ask('GET', `/receipt/${receipt_id}?lookup_user_data=false`);
  if (asked.status !== 2 || asked.price !== price) throw new Error('not approvable');
  await move(order_id, 'processing');
  const paid = await ask('POST', '/confirm', JSON.stringify({ receipt_id }));
  if (paid.status !== 1) throw new Error('not paid');
  await move(order_id, 'confirmed');
  return { success: true };
}

async function answer(incoming: IncomingMessage): Promise<[number, object]> {
  if (incoming.method === 'GET') return [200, { csrfToken: '' }];
  const body = JSON.parse(await text(incoming));
  if (incoming.url === '/api/orders') return [201, await place(body)];
  return [200, incoming.url === '/api/bootpay/confirm' ? await confirm(body) : { success: true }];
}

const server = createServer((incoming, outgoing) => {
  answer(incoming).then(
    ([status, body]) => {
      outgoing.writeHead(status, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify(body));
    },
    (error: unknown) => {
      outgoing.writeHead(500);
      outgoing.end(String(error));
    },
  );
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
async function stop(): Promise<void> {
  await pool.end();
  await postgres.stop();
  process.exit();
}
process.once('message', stop);
process.once('SIGINT', stop);
