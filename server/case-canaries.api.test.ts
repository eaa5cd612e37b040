import { beforeAll, describe, expect, it } from 'vitest';
import { announceActs } from '#server/features/orders/work/announce-acts.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import { CALL_TABLES } from '#server/registry/features.ts';
import { PERMISSIONS, type Permission } from '#shared/features/accounts/permissions.ts';
import { AREAS, type Area } from '#shared/rules/case-access/areas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import { buildCustomer, type CustomerFixture, openConversation, writeNote } from '#tests/support/app/consultations.ts';
import { fileForm } from '#tests/support/app/pictures.ts';

/**
 * A text of its own in each part of a case, looked for in everything that the shop answers to each
 * person (contract §8).
 */
const CANARIES = [
  'DESCRIPTION',
  'STEP',
  'HIDDENSTEP',
  'TIMELINE',
  'STAFFNOTE',
  'CALLNOTE',
  'DEADLINE',
  'PAPER',
  'OWNPAPER',
  'FILE',
  'ANSWER',
  'SENSITIVE',
  'MESSAGE',
  'PRIVATENOTE',
  'RECEIPT',
] as const;
type Canary = (typeof CANARIES)[number];
const textOf = (canary: Canary) => `KANARI${canary}X`;

const NOON = new Date('2026-11-23T03:00:00Z');
const SLOT = '2026-11-24T02:00:00.000Z';
/** Found in no other number. */
const PRICE = 777_770;

const clock = createTestClock(NOON);
const shop = await setUpTestApp({ clock });
const admin = await buildAdmin(shop);

type People = Record<'buyer' | 'client' | 'removed' | 'other', CustomerFixture>;
let people: People;
let ids: { order: number; soldier: number; conversation: number; file: number; service: number };

const put = (path: string, body: object, client: Client = admin.client) => client.put(path, body);

async function done(response: Promise<{ statusCode: number; body: string }>): Promise<void> {
  const { statusCode, body } = await response;
  if (statusCode >= 300) throw new Error(`${statusCode} ${body}`);
}

async function join(orderId: number, { user }: CustomerFixture): Promise<void> {
  const row = { order_id: orderId, role: 'client', state: 'joined', user_id: user.id, joined_at: clock.now() } as const;
  await shop.db.insertInto('participants').values(row).execute();
  const consent = {
    order_id: orderId,
    user_id: user.id,
    kind: 'sensitive',
    version: '1',
    given_at: clock.now(),
  } as const;
  await shop.db.insertInto('case_consents').values(consent).execute();
}

const share = (shares: readonly Area[]) =>
  shop.db
    .updateTable('participants')
    .set({ shares: [...shares] })
    .where('order_id', '=', ids.order)
    .where('role', '=', 'payer')
    .execute();

/** Does the acts of a client: answers, a file for the paper, a booked call. */
async function actAsClient({ client }: CustomerFixture, paperId: number): Promise<number> {
  const at = `/api/orders/${ids.order}`;
  const answers = { facts: textOf('ANSWER'), health: textOf('SENSITIVE') };
  for (const [question, value] of Object.entries(answers)) {
    await done(put(`${at}/questions/discipline/${question}`, { value, revision: 0 }, client));
  }
  const { body, headers } = fileForm(Buffer.from(textOf('FILE')), { filename: '처분서.txt', type: 'text/plain' });
  const file = (await client.post('/api/attachments', body, { headers })).json<{ id: number }>();
  await done(client.post(`${at}/papers/${paperId}/files`, { attachment_ids: [file.id] }));
  await done(put(`${at}/callback`, { starts_at: SLOT }, client));
  return file.id;
}

beforeAll(async () => {
  const [buyer, client] = [await buildCustomer(shop), await buildCustomer(shop, { fullname: '성춘향' })];
  const [removed, other] = [await buildCustomer(shop), await buildCustomer(shop)];
  people = { buyer, client, removed, other };
  const soldier = await shop.buildSoldier({ user: buyer.user, phone: '01098765432' });
  const order = await shop.buildOrder({ user: buyer.user, soldier, status: 'confirmed', price: PRICE });
  await shop.db
    .updateTable('payment_attempts')
    .set({ receipt_id: textOf('RECEIPT') })
    .where('order_id', '=', order.id)
    .execute();
  const cipher = await shop.deps.dataKeys.forSealing();
  const description = cipher(textOf('DESCRIPTION'), `orders.case_description_sealed:${order.id}`);
  await shop.db
    .updateTable('orders')
    .set({ case_description_sealed: description })
    .where('id', '=', order.id)
    .execute();
  const at = `/api/admin/orders/${order.id}`;
  const { client: staff } = admin;
  await done(staff.post(`${at}/steps`, { title: '의견서', note: textOf('STEP') }));
  await done(staff.post(`${at}/steps`, { title: '검토', note: textOf('HIDDENSTEP'), is_private: true }));
  await done(staff.post(`${at}/notes`, { text: textOf('TIMELINE'), isVisible: true }));
  await done(staff.post(`${at}/notes`, { text: textOf('STAFFNOTE') }));
  await done(staff.post(`${at}/contacted`, { note: textOf('CALLNOTE'), outcome: 'no_answer' }));
  const deadline = { kind: 'other', title: textOf('DEADLINE'), starts_on: '2026-11-20', last_day: '2026-12-01' };
  await done(staff.post(`${at}/deadlines`, deadline));
  const asked = { title: '징계처분서', due_on: null };
  const paper = await staff.post(`${at}/papers`, { ...asked, why: textOf('PAPER'), asked_of: 'client' });
  await done(staff.post(`${at}/papers`, { ...asked, why: textOf('OWNPAPER'), asked_of: 'payer' }));
  await done(staff.post(`${at}/questions`, { set: 'discipline' }));
  const conversation = await openConversation(buyer, { order_id: order.id, text: textOf('MESSAGE') });
  await writeNote(admin, conversation.id, textOf('PRIVATENOTE'));
  ids = { order: order.id, soldier: soldier.id, conversation: conversation.id, file: 0, service: order.service_id };
  await join(order.id, removed);
  const ended = { state: 'removed', ended_at: clock.now() } as const;
  await shop.db.updateTable('participants').set(ended).where('user_id', '=', removed.user.id).execute();
  await join(order.id, client);
  ids.file = await actAsClient(client, paper.json<{ id: number }>().id);
});

/** Answers that never end, or lead to another site. */
const NOT_READ = ['/api/events', '/api/oauth/'];
const READS = CALL_TABLES.flatMap(({ calls }) => Object.values(calls)).filter(
  ({ method, path }) => method === 'GET' && !NOT_READ.some((start) => path.startsWith(start)),
);
const QUERIES: Readonly<Record<string, string>> = {
  '/api/admin/search': '?q=KANARI',
  '/api/admin/day': '?whose=all',
  '/api/admin/callbacks': `?date=${SLOT.slice(0, 10)}`,
  '/api/admin/conflicts': '?name=KANARI',
};

function idFor(path: string): number {
  const kind = {
    consultations: 'conversation',
    attachments: 'file',
    soldiers: 'soldier',
    services: 'service',
  } as const;
  const [, found] = Object.entries(kind).find(([name]) => path.includes(`/${name}/`)) ?? [];
  if (found) return ids[found];
  return path.includes('/users/') ? people.buyer.user.id : ids.order;
}

/** Returns which canaries are in the answers of all reads that the person may call, beside their paths. */
async function findIn(client: Client, mayCall: (access: string) => boolean): Promise<Map<Canary, string[]>> {
  const found = new Map<Canary, string[]>();
  for (const { path, access } of READS.filter((call) => mayCall(call.access))) {
    const url = path.replace(':id', String(idFor(path))).replace(/:\w+/g, '1') + (QUERIES[path] ?? '');
    const { body } = await client.get(url);
    for (const canary of CANARIES) {
      if (body.includes(textOf(canary))) found.set(canary, [...(found.get(canary) ?? []), `${access} ${path}`]);
    }
  }
  return found;
}

const findOwn = async ({ client }: CustomerFixture) =>
  [...(await findIn(client, (access) => access !== 'admin')).keys()].sort();

const OF_BUYER = ['DESCRIPTION', 'MESSAGE', 'OWNPAPER', 'RECEIPT'];
const OF_CLIENT = ['ANSWER', 'DEADLINE', 'FILE', 'PAPER', 'SENSITIVE', 'STEP', 'TIMELINE'];

describe('a canary in each part of a case', () => {
  it('is found by the buyer where the buyer wrote it, pays, or is asked', async () => {
    expect(await findOwn(people.buyer)).toEqual(OF_BUYER);
  });

  it('is found by the client in the case, without money, the words of the buyer and the notes of the firm', async () => {
    expect(await findOwn(people.client)).toEqual(OF_CLIENT);
  });

  it.each(['removed', 'other'] as const)('is not found by a participant or customer who is %s', async (who) => {
    expect(await findOwn(people[who])).toEqual([]);
  });

  const SHARED: readonly [Area, Canary[]][] = [
    ['progress', ['DEADLINE', 'STEP', 'TIMELINE']],
    ['papers', ['FILE', 'PAPER']],
    ['answers', ['ANSWER']],
    ['letter', []],
    ['appointments', []],
  ];
  it.each(SHARED)('is found by the buyer where the client shares %s', async (area, shown) => {
    await share([area]);
    expect(await findOwn(people.buyer)).toEqual([...OF_BUYER, ...shown].sort());
    await share([]);
  });

  it('keeps sensitive answers from the buyer of all areas, unless they are shared themselves', async () => {
    await share(AREAS);
    expect(await findOwn(people.buyer)).not.toContain('SENSITIVE');
    const of = { order_id: ids.order, user_id: people.client.user.id, version: '1', given_at: clock.now() };
    await shop.db
      .insertInto('case_consents')
      .values({ ...of, kind: 'share_sensitive' })
      .execute();
    expect(await findOwn(people.buyer)).toContain('SENSITIVE');
    await shop.db.deleteFrom('case_consents').where('kind', '=', 'share_sensitive').execute();
    await share([]);
  });
});

it('shows no price to the client', async () => {
  const { client } = people.client;
  for (const path of ['/api/orders/my', `/api/orders/${ids.order}`, '/api/auth/personal-data']) {
    const { body } = await client.get(path);
    expect(body).toContain(String(ids.order));
    expect(body.replaceAll(',', '')).not.toContain(String(PRICE));
  }
});

it('shows the booked call of the client to the buyer by the share alone, in the calendar too', async () => {
  const at = `/api/orders/${ids.order}`;
  const seen = async ({ client }: CustomerFixture) => {
    const { callback } = (await client.get(at)).json();
    const own = (await client.get('/api/auth/personal-data')).json().orders[0].callbacks;
    return [callback?.starts_at, (await client.get(`${at}/callback.ics`)).statusCode, own.length];
  };
  expect(await seen(people.client)).toEqual([SLOT, 200, 1]);
  expect(await seen(people.buyer)).toEqual([undefined, 404, 0]);
  await share(['appointments']);
  expect(await seen(people.buyer)).toEqual([SLOT, 200, 1]);
  await share([]);
});

it('lets the client book, move and cancel calls, and the buyer no longer', async () => {
  const at = `/api/orders/${ids.order}/callback`;
  const later = { starts_at: '2026-11-24T04:00:00.000Z' };
  expect((await put(at, later, people.buyer.client)).statusCode).toBe(404);
  expect((await people.buyer.client.delete(at)).statusCode).toBe(404);
  const moved = await put(at, later, people.client.client);
  expect(moved.json().callback).toMatchObject({ ...later, whom: 'soldier' });
  const [call] = (await admin.client.get('/api/admin/callbacks?date=2026-11-24')).json();
  expect(call).toMatchObject({ phone: '01098765432', whom: 'soldier' });
  expect((await people.client.client.delete(at)).json().callback).toBeNull();
  await done(put(at, { starts_at: SLOT }, people.client.client));
});

describe('administrators', () => {
  const OF_CASES = CANARIES.filter((canary) => canary !== 'MESSAGE' && canary !== 'PRIVATENOTE' && canary !== 'FILE');
  const BY_PERMISSION: Readonly<Record<Permission, readonly Canary[]>> = {
    orders: [...OF_CASES, 'FILE'],
    money: [],
    consultations: ['MESSAGE', 'PRIVATENOTE'],
    catalogue: [],
    people: [],
    // The log names a deadline by its title.
    audit: ['DEADLINE'],
    owner: CANARIES,
  };

  it.each(PERMISSIONS)('with %s alone read what the permission is for', async (permission) => {
    const client = await shop.client().as(await shop.buildUser({ role: 'admin', permissions: [permission] }));
    const found = await findIn(client, () => true);
    expect([...found.keys()].sort()).toEqual([...BY_PERMISSION[permission]].sort());
  });
});

it('tells the client of the work, and the buyer only while progress is shared', async () => {
  const told = async () => {
    const kinds = ['step_done', 'contacted', 'work_started'] as const;
    const rows = await shop.db
      .deleteFrom('notice_events')
      .where('kind', 'in', kinds)
      .returning(['kind', 'user_id', 'params'])
      .execute();
    expect(JSON.stringify(rows.filter((row) => row.user_id === people.client.user.id))).not.toContain(String(PRICE));
    const named = (userId: number) => (userId === people.client.user.id ? 'client' : 'buyer');
    return rows.map(({ kind, user_id }) => `${kind} ${named(user_id)}`).sort();
  };
  const at = `/api/admin/orders/${ids.order}`;
  const work = async (title: string) => {
    await done(admin.client.post(`${at}/steps`, { title, is_done: true }));
    clock.advance(2 * MINUTE_MS);
    await announceActs(shop.deps.consultations);
  };
  await done(admin.client.post(`${at}/work`, { state: 'in_progress' }));
  await done(admin.client.post(`${at}/contacted`, {}));
  await work('의견서');
  expect(await told()).toEqual(['contacted client', 'step_done client', 'work_started client']);
  await share(['progress']);
  await work('항고');
  expect(await told()).toEqual(['step_done buyer', 'step_done client']);
  await share([]);
});
