import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { CALL_TABLES } from '#server/registry/features.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { buildCustomer, openConversation } from '#tests/support/app/consultations.ts';
import { untilLockWait } from '#tests/support/app/lock-waits.ts';
import { fileForm } from '#tests/support/app/pictures.ts';

const FASTIFY_MADE = 'fastify.initialization';

/** Resolved when a call has passed its guards and waits for its body. */
let waiting = Promise.withResolvers<void>();
function watch(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('preParsing', async () => waiting.resolve());
}
subscribe(FASTIFY_MADE, watch);
const shop = await setUpTestApp();
unsubscribe(FASTIFY_MADE, watch);

type Admin = Awaited<ReturnType<typeof buildAdmin>>;
type Attack = { admin: Admin; method: string; path: string };

/** Sends the head of a call and half of its body, then `meanwhile`, then the rest. Returns the status. */
async function sendSlowly({ admin, method, path }: Attack, meanwhile: () => Promise<unknown>): Promise<number> {
  const { csrfToken } = (await admin.client.get('/api/csrf-token')).json<{ csrfToken: string }>();
  const cookie = [...admin.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const body = JSON.stringify({ text: 'x'.repeat(100) });
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString();
  });
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: ${new URL(shop.url).host}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    `x-csrf-token: ${csrfToken}`,
    `cookie: ${cookie}`,
    'connection: close',
  ];
  waiting = Promise.withResolvers();
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 20)}`);
  await waiting.promise;
  await meanwhile();
  socket.write(body.slice(20));
  await new Promise((closed) => socket.on('close', closed));
  return Number(answer.split(' ')[1]);
}

const WITH_BODY = CALL_TABLES.flatMap(({ calls }) => Object.values(calls)).filter(
  // Pictures are no JSON: their rights are judged again when they are recorded.
  ({ access, method, path }) =>
    access === 'admin' && ['POST', 'PUT', 'PATCH'].includes(method) && path !== '/api/admin/images',
);

const end = (id: number) => shop.db.deleteFrom('sessions').where('user_id', '=', id).execute();
const set = (id: number, values: object) => shop.db.updateTable('users').set(values).where('id', '=', id).execute();

describe('rights that are taken while the body of a call is under way', () => {
  it.each(WITH_BODY.map(({ method, path }) => [method, path.replaceAll(/\{\w+\}|:\w+/g, '1')]))(
    '%s %s of a demoted administrator does nothing',
    async (method, path) => {
      const admin = await buildAdmin(shop);
      const before = await shop.countRows();
      const status = await sendSlowly({ admin, method, path }, () => set(admin.user.id, { role: 'user' }));
      expect(status).toBe(403);
      expect(await shop.countRows()).toEqual(before);
    },
  );

  it.each<[string, number, (id: number) => Promise<unknown>]>([
    ['deactivated', 401, (id) => set(id, { is_active: false })],
    ['logged out', 401, end],
    ['without a permission', 403, (id) => shop.db.deleteFrom('user_permissions').where('user_id', '=', id).execute()],
  ])('refuses an account that is %s', async (_name, expected, change) => {
    const admin = await buildAdmin(shop);
    const attack = { admin, method: 'POST', path: '/api/admin/canned-replies' };
    expect(await sendSlowly(attack, () => change(admin.user.id))).toBe(expected);
  });

  it('refuses a customer who was logged out', async () => {
    const user = await shop.buildUser();
    const customer = { client: await shop.client().as(user), user } as Admin;
    const attack = { admin: customer, method: 'POST', path: '/api/soldiers' };
    expect(await sendSlowly(attack, () => end(user.id))).toBe(401);
  });
});

describe('rights that are taken while an act is written', () => {
  /** Calls `write` while the account is being changed, and commits the change once the call waits for it. */
  async function loseRightsDuring(admin: Admin, write: () => ReturnType<Client['post']>) {
    const { written } = await transaction(shop.db, async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', admin.user.id).forUpdate().execute();
      const answer = write();
      await untilLockWait(shop);
      await trx.deleteFrom('user_permissions').where('user_id', '=', admin.user.id).execute();
      return { written: answer };
    });
    return written;
  }

  const FILE = fileForm(Buffer.from('글'), { filename: '글.txt', type: 'text/plain' });
  it.each<[string, (conversationId: number) => [string, unknown, object]]>([
    ['a message', (id) => [`/api/admin/consultations/${id}/messages`, { text: '몰래', client_id: randomUUID() }, {}]],
    [
      'a note',
      (id) => [`/api/admin/consultations/${id}/messages`, { text: '몰래', client_id: randomUUID(), kind: 'note' }, {}],
    ],
    ['a file', () => ['/api/attachments', FILE.body, FILE.headers]],
  ])('keep %s from being written', async (_name, callOf) => {
    const admin = await buildAdmin(shop);
    const { id } = await openConversation(await buildCustomer(shop));
    await admin.client.get('/api/csrf-token');
    const { user_permissions: _, ...before } = await shop.countRows();
    const [path, body, headers] = callOf(id);
    const refused = await loseRightsDuring(admin, () => admin.client.post(path, body, { headers: { ...headers } }));
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'PERMISSION_REQUIRED']);
    expect(await shop.countRows()).toMatchObject(before);
  });

  it('undo the act', async () => {
    const admin = await buildAdmin(shop);
    const { id } = await shop.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', admin.user.id)
      .executeTakeFirstOrThrow();
    const act = {
      actor: { id: admin.user.id, user_id: admin.user.user_id },
      address: '10.0.0.1',
      session: { id, needs: 'consultations' },
      action: 'canned_reply.create',
      subjectType: 'canned_reply',
    } as const;
    const write = () =>
      transaction(shop.db, async (trx) => {
        await trx
          .insertInto('canned_replies')
          .values({ title: '몰래', text: '쓴 글', created_at: new Date(), updated_at: new Date() })
          .execute();
        await recordAudit(trx, act);
      });
    await write();
    await shop.db.deleteFrom('user_permissions').where('user_id', '=', admin.user.id).execute();
    await expect(write()).rejects.toMatchObject({ code: 'PERMISSION_REQUIRED' });
    expect(await shop.db.selectFrom('canned_replies').selectAll().execute()).toHaveLength(1);
  });
});
