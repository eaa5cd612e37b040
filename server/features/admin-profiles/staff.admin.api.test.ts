import { expect, it } from 'vitest';
import { endOfKoreanDay, koreanDayAt } from '#server/lib/korean-day.ts';
import { DAY_MS } from '#server/lib/time.ts';
import type { Permission } from '#shared/features/accounts/permissions.ts';
import type { StaffMember } from '#shared/features/admin-profiles/schemas.ts';
import type { Day } from '#shared/features/day/schemas.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const PASSWORD = 'a good secret 12';

async function staffFor(permissions: readonly Permission[]) {
  const client = await shop.client().as(await shop.buildUser({ role: 'admin', permissions }));
  return client.get('/api/admin/staff');
}

const lawyer = await shop.buildUser({
  role: 'admin',
  fullname: '성춘향',
  permissions: ['orders', 'audit'],
  password: PASSWORD,
});
for (const work_closed_at of [null, new Date()]) {
  const { id } = await shop.buildOrder({ status: 'confirmed' });
  await shop.db.updateTable('orders').set({ assignee_id: lawyer.id, work_closed_at }).where('id', '=', id).execute();
}
await shop.client().post('/api/auth/login', { userId: lawyer.user_id, password: PASSWORD });

const BASE = { id: lawyer.id, fullname: '성춘향', open_cases: 1 };

it('shows what administrators may do and where they are logged in to those with people', async () => {
  const staff = (await staffFor(['people'])).json<StaffMember[]>();
  const found = staff.find(({ id }) => id === lawyer.id);
  expect(found).toMatchObject({
    ...BASE,
    user_id: lawyer.user_id,
    permissions: ['audit', 'orders'],
    is_active: true,
    last_login_at: expect.stringMatching(/Z$/),
    sessions: 1,
    is_away_until: null,
  });
  const never = await shop.buildUser({ role: 'admin', permissions: [] });
  const again = (await staffFor(['owner'])).json<StaffMember[]>();
  expect(again.find(({ id }) => id === never.id)).toMatchObject({ last_login_at: null, sessions: 0, permissions: [] });
});

it.each<Permission>(['orders', 'consultations', 'catalogue'])(
  'shows names and open cases alone to those with %s',
  async (permission) => {
    const staff = (await staffFor([permission])).json<StaffMember[]>();
    const found = staff.find(({ id }) => id === lawyer.id);
    expect(found).toMatchObject(BASE);
    expect(Object.keys(found ?? {}).sort()).toEqual(['fullname', 'id', 'name', 'open_cases', 'takes_cases', 'title']);
  },
);

it('is closed to other permissions', async () => {
  for (const permission of ['money', 'audit'] as const) {
    const response = await staffFor([permission]);
    expect([response.statusCode, response.json().code]).toEqual([403, 'PERMISSION_REQUIRED']);
  }
});

it('says until when a person is away, to those who assign too, until that day is over', async () => {
  const people = await shop.client().as(await shop.buildUser({ role: 'admin', permissions: ['people'] }));
  const colleague = await shop.buildUser({ role: 'admin', permissions: ['orders'] });
  const today = koreanDayAt(shop.clock.now());
  const profile = { name: '', title: '변호사', takes_cases: true };
  const set = (body: object, id = lawyer.id) => people.put(`/api/admin/staff/${id}`, { ...profile, ...body });
  const shown = async (permission: Permission) =>
    (await staffFor([permission])).json<StaffMember[]>().find(({ id }) => id === lawyer.id);
  const answer = await set({ away_until: today, substitute_id: colleague.id });
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { away_until: today, substitute_id: colleague.id }]);
  expect(await shown('people')).toMatchObject({ is_away_until: endOfKoreanDay(today).toISOString() });
  expect(await shown('orders')).toMatchObject({ away_until: today, substitute_id: colleague.id });

  // Meanwhile the substitute has the work of the day, and no other colleague.
  const mine = await shop.client().as(colleague);
  const other = await shop.client().as(await shop.buildUser({ role: 'admin', permissions: ['orders'] }));
  const assigneesOf = async (client: typeof mine) =>
    (await client.get('/api/admin/day')).json<Day>().items.map(({ assignee }) => assignee?.id);
  const [order] = await shop.db.selectFrom('orders').select('id').where('work_closed_at', 'is', null).execute();
  const step = { order_id: order?.id ?? 0, title: '제출', position: 1, due_on: today };
  await shop.db.insertInto('order_steps').values(step).execute();
  expect(await assigneesOf(mine)).toContain(lawyer.id);
  expect(await assigneesOf(other)).not.toContain(lawyer.id);

  // A save that names no absence keeps it; one over an absence that was not seen is refused.
  expect((await set({})).json()).toMatchObject({ away_until: today });
  const seen = { ...profile, away_until: null, substitute_id: null };
  expectError(await set({ away_until: null, seen }), 409, 'VERSION_CONFLICT');
  expectError(await set({ away_until: '2020-01-01' }), 400, 'VALIDATION_FAILED');
  for (const substitute_id of [lawyer.id, (await shop.buildUser()).id, 999_999]) {
    expectError(await set({ away_until: today, substitute_id }), 400, 'VALIDATION_FAILED');
  }

  shop.clock.advance(DAY_MS);
  expect(await shown('people')).toMatchObject({ is_away_until: null });
  expect(Object.keys((await shown('orders')) ?? {})).not.toContain('away_until');
  expect(await assigneesOf(mine)).not.toContain(lawyer.id);
  expect((await set({ seen: { ...profile, away_until: null } })).statusCode).toBe(200);
});
