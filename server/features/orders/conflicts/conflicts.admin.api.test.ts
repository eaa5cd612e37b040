import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createDataKeys, readKeyRing } from '#server/lib/keys/data-keys.ts';
import { newDataKey } from '#server/lib/keys/key-ring.ts';
import { rotateKeys } from '#server/registry/rotate-keys.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { Conflict } from '#shared/features/orders/conflict-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp, TEST_KEYS } from '#tests/support/app/app.ts';
import type { OrderRow } from '#tests/support/app/factories.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';
import { findConflicts } from './find-conflicts.ts';

const shop = await setUpTestApp({ env: { LIMIT_STAFF_SEARCHES_PER_MINUTE: '0' } });
const admin = await buildAdmin(shop);

async function buildCase(customer: string, soldierName?: string): Promise<OrderRow> {
  const user = await shop.buildUser({ fullname: customer });
  const soldier = soldierName === undefined ? null : await shop.buildSoldier({ user, fullname: soldierName });
  return shop.buildOrder({ user, soldier, status: 'confirmed' });
}

const setOpponents = ({ id }: Pick<OrderRow, 'id'>, names: unknown, client = admin.client) =>
  client.put(`/api/admin/orders/${id}/opponents`, { names });

async function detailOf({ id }: OrderRow): Promise<AdminOrder> {
  return (await admin.client.get(`/api/admin/orders/${id}`)).json();
}

async function conflictsOf(name: string): Promise<Conflict[]> {
  const response = await admin.client.get(`/api/admin/conflicts?${new URLSearchParams({ name })}`);
  expect(response.statusCode).toBe(200);
  return response.json();
}

function conflict({ id, order_number }: OrderRow, as: Conflict['as'], name: string): Conflict {
  return { order_id: id, order_number, as, name, state: 'waiting' };
}

describe('PUT /api/admin/orders/{id}/opponents', () => {
  it('answers with the conflicts, which both cases show', async () => {
    const theirs = await buildCase('구상대', '구병사');
    const ours = await buildCase('마고객', '마병사');
    const response = await setOpponents(ours, ['구 상대', '구병사', '아무개']);
    expect(response.statusCode).toBe(200);
    const found = [conflict(theirs, 'customer', '구상대'), conflict(theirs, 'soldier', '구병사')];
    expect(response.json()).toEqual(found);
    expect(await detailOf(ours)).toMatchObject({ opponents: ['구 상대', '구병사', '아무개'], conflicts: found });
    expect(await detailOf(theirs)).toMatchObject({
      opponents: [],
      conflicts: [conflict(ours, 'opponent', '구 상대'), conflict(ours, 'opponent', '구병사')],
    });
    const later = await buildCase('아무개');
    expect((await detailOf(later)).conflicts).toEqual([conflict(ours, 'opponent', '아무개')]);
    expect((await setOpponents(ours, [])).json()).toEqual([]);
    expect((await detailOf(later)).conflicts).toEqual([]);
  });

  it('is never a conflict of a case with itself', async () => {
    const order = await buildCase('자기자', '자기병');
    expect((await setOpponents(order, ['자기자', '자기병'])).json()).toEqual([]);
    expect((await detailOf(order)).conflicts).toEqual([]);
  });

  it('keeps no name in the database, the audit log and the own data', async () => {
    const user = await shop.buildUser();
    const order = await shop.buildOrder({ user });
    expect((await setOpponents(order, ['숨은상대', ' 숨은 상대 '])).statusCode).toBe(200);
    expect((await detailOf(order)).opponents).toEqual(['숨은 상대']);
    const { rows } = await sql<{ row: string }>`
      select order_opponents::text as row from order_opponents union all select audit_log::text from audit_log`.execute(
      shop.db,
    );
    const stored = JSON.stringify(rows);
    for (const name of ['숨은상대', '숨은 상대']) {
      expect(stored).not.toContain(name);
      expect(stored).not.toContain(Buffer.from(name).toString('hex'));
    }
    expect((await admin.audit('order.set_opponents'))[0]).toMatchObject({
      before: { opponents: 0 },
      after: { opponents: 1 },
    });
    const client = await shop.client().as(user);
    for (const path of ['/api/auth/personal-data', `/api/orders/${order.id}`]) {
      expect((await client.get(path)).body).not.toMatch(/숨은/);
    }
  });

  it('refuses blank, long and too many names, unknown orders, and who lacks `orders`', async () => {
    const order = await shop.buildOrder();
    const many = Array.from({ length: 21 }, (_, at) => `상대 ${at}`);
    for (const names of [undefined, '홍길동', [''], ['가'.repeat(101)], [1], many]) {
      expectError(await setOpponents(order, names), 400, 'VALIDATION_FAILED');
    }
    expect((await setOpponents(order, many.slice(1))).statusCode).toBe(200);
    expectError(await setOpponents({ id: 2_147_483_647 }, []), 404, 'ORDER_NOT_FOUND');
    const money = await shop.client().as(await shop.buildUser({ role: 'admin', permissions: ['money'] }));
    expect((await setOpponents(order, [], money)).statusCode).toBe(403);
    expect((await money.get('/api/admin/conflicts?name=a')).statusCode).toBe(403);
    const seen = await money.put(`/api/admin/orders/${order.id}/proof`, { kind: 'none' });
    expect(seen.json()).toMatchObject({ opponents: [], conflicts: [] });
  });

  it('goes with an unpaid order when the account closes', async () => {
    const user = await shop.buildUser();
    const order = await shop.buildOrder({ user });
    await setOpponents(order, ['떠난상대']);
    expect(await conflictsOf('떠난상대')).toHaveLength(1);
    expect((await (await shop.client().as(user)).post('/api/auth/close', {})).statusCode).toBe(200);
    expect(await conflictsOf('떠난상대')).toEqual([]);
  });
});

describe('GET /api/admin/conflicts', () => {
  it('finds whole names in each role, without spaces and case', async () => {
    const customer = await buildCase('Kim Gil');
    const soldier = await buildCase('하고객', 'KIM GIL');
    const opponent = await buildCase('파고객');
    await buildCase('Kim Gil Dong');
    await setOpponents(opponent, ['kim gil']);
    await admin.client.post(`/api/admin/orders/${soldier.id}/work`, { state: 'in_progress' });
    const found = await conflictsOf(' kIMgil ');
    expect(found).toEqual([
      conflict(opponent, 'opponent', 'kim gil'),
      { ...conflict(soldier, 'soldier', 'KIM GIL'), state: 'in_progress' },
      conflict(customer, 'customer', 'Kim Gil'),
    ]);
    const [entry] = await admin.audit('order.search_conflicts');
    expect(entry?.after).toEqual({ q_hash: expect.any(String), orders: found.map(({ order_id }) => order_id) });
  });

  it.each(['', '?name=', '?name=%20', `?name=${'a'.repeat(101)}`])('refuses %s', async (query) => {
    expectError(await admin.client.get(`/api/admin/conflicts${query}`), 400, 'VALIDATION_FAILED');
  });

  it('finds names after a rotation of the keys', async () => {
    const order = await buildCase('사고객');
    await setOpponents(order, ['도는상대']);
    const after = newDataKey();
    await rotateKeys(shop.db, readKeyRing(`${after},${TEST_KEYS.DATA_KEYS}`));
    const dataKeys = createDataKeys(shop.db, readKeyRing(after), shop.app.log);
    const found = await findConflicts({ db: shop.db, dataKeys }, { people: [], opponents: ['도는 상대'] });
    expect(found).toEqual([conflict(order, 'opponent', '도는상대')]);
  });
});
