import { describe, expect, it } from 'vitest';
import { sendNotices } from '#server/features/notices/sending/send-notices.ts';
import type { PersonalData } from '#shared/features/accounts/personal-data-schemas.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { Order, OrderDetail, OrderStep } from '#shared/features/orders/schemas.ts';
import type { AdminOrderStep } from '#shared/features/orders/work-schemas.ts';
import { DEFAULT_STEPS } from '#shared/rules/work/default-steps.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import type { OrderRow } from '#tests/support/app/factories.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
import { passMinute } from '#tests/support/jobs/acts.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

type Fixture = { client: Client; email: string; order: OrderRow };

let made = 0;
async function buildFixture(): Promise<Fixture> {
  made += 1;
  const email = `steps${made}@example.com`;
  const user = await shop.buildUser({ email });
  const order = await shop.buildOrder({ user, status: 'confirmed' });
  return { client: await shop.client().as(user), email, order };
}

async function add({ order }: Fixture, body: object): Promise<AdminOrderStep> {
  const response = await admin.client.post(`/api/admin/orders/${order.id}/steps`, body);
  expect(response.statusCode).toBe(201);
  return response.json();
}

const asCustomer = ({ is_private: _, ...step }: AdminOrderStep): OrderStep => step;

async function stepsOf({ client, order }: Fixture): Promise<OrderStep[]> {
  return (await client.get(`/api/orders/${order.id}`)).json<Order>().steps;
}

/** Mails about finished steps: without a message provider every notice is a mail. */
async function notices({ email }: Fixture): Promise<number> {
  await passMinute(shop);
  await sendNotices(shop.deps.notices);
  return (await listMails(shop, email)).filter(({ kind }) => kind === 'notice').length;
}

describe('steps of an order', () => {
  it('are added, changed in part, deleted, and read by the customer', async () => {
    const here = await buildFixture();
    const first = await add(here, { title: '자료 요청', due_on: '2026-12-01', note: '진단서' });
    expect(first).toEqual({
      id: expect.any(Number),
      title: '자료 요청',
      due_on: '2026-12-01',
      done_at: null,
      note: '진단서',
      version: 1,
      is_private: false,
    });
    const second = await add(here, { title: '제출' });
    expect(await stepsOf(here)).toEqual([first, second].map(asCustomer));
    const changed = await admin.client.put(`/api/admin/orders/${here.order.id}/steps/${first.id}`, { note: '' });
    expect(changed.json()).toEqual({ ...first, note: '', version: 2 });
    expect((await admin.client.put(`/api/admin/orders/${here.order.id}/steps/${first.id}`, {})).json()).toEqual({
      ...first,
      note: '',
      version: 2,
    });
    await admin.client.put(`/api/admin/orders/${here.order.id}/steps/${first.id}`, { due_on: null });
    expect((await stepsOf(here))[0]?.due_on).toBeNull();
    expect((await admin.client.delete(`/api/admin/orders/${here.order.id}/steps/${first.id}`)).json()).toEqual({
      success: true,
    });
    expect(await stepsOf(here)).toEqual([asCustomer(second)]);
    expectError(
      await admin.client.delete(`/api/admin/orders/${here.order.id}/steps/${first.id}`),
      404,
      'STEP_NOT_FOUND',
    );
    const actions = (await admin.audit('order.')).map(({ action }) => action);
    for (const action of ['create_step', 'update_step', 'delete_step']) expect(actions).toContain(`order.${action}`);
  });

  it('are put in a new order', async () => {
    const here = await buildFixture();
    const ids: number[] = [];
    for (const title of ['하나', '둘', '셋']) ids.push((await add(here, { title })).id);
    const [first = 0, second = 0, third = 0] = ids;
    const reorder = (step_ids: unknown) =>
      admin.client.put(`/api/admin/orders/${here.order.id}/steps/positions`, { step_ids });
    expect((await reorder([third, first, second])).json<OrderStep[]>().map(({ id }) => id)).toEqual([
      third,
      first,
      second,
    ]);
    const last = await add(here, { title: '넷' });
    expect((await stepsOf(here)).map(({ id }) => id)).toEqual([third, first, second, last.id]);
    for (const wrong of [[first], [first, first, second, third], [first, second, third, 2_147_483_647]]) {
      expectError(await reorder(wrong), 409, 'CONFLICT');
    }
    for (const wrong of [[], 'all', undefined, [1.5]]) expectError(await reorder(wrong), 400, 'VALIDATION_FAILED');
  });

  it('come from the template of the service, or from the shop’s own, once', async () => {
    const here = await buildFixture();
    const apply = () => admin.client.post(`/api/admin/orders/${here.order.id}/steps/template`);
    await add(here, { title: '제출' });
    const titles = (await apply()).json<OrderStep[]>().map(({ title }) => title);
    expect(titles).toEqual(['제출', ...DEFAULT_STEPS.filter((title) => title !== '제출')]);
    expect((await apply()).json()).toHaveLength(DEFAULT_STEPS.length);
    const work = { assignee_id: null, steps: ['상담', '의견서'] };
    const settings = `/api/admin/services/${here.order.service_id}/work`;
    expect((await admin.client.put(settings, work)).json()).toEqual({ ...work, version: 2 });
    expect((await admin.client.get(settings)).json()).toEqual({ ...work, version: 2 });
    expect(
      (await apply())
        .json<OrderStep[]>()
        .slice(-2)
        .map(({ title }) => title),
    ).toEqual(work.steps);
    expectError(await admin.client.get('/api/admin/services/2147483647/work'), 404, 'SERVICE_NOT_FOUND');
  });

  it('are not written over by who has not seen the last change; a tick is none', async () => {
    const here = await buildFixture();
    const step = await add(here, { title: '자료 요청' });
    const url = `/api/admin/orders/${here.order.id}/steps/${step.id}`;
    await admin.client.put(url, { is_done: true });
    const first = await admin.client.put(url, { note: '먼저', version: step.version });
    expect(first.json()).toMatchObject({ note: '먼저', version: 2 });
    const late = await admin.client.put(url, { note: '나중', version: step.version });
    expectError(late, 409, 'VERSION_CONFLICT');
    expect(late.json().current).toEqual(first.json());
    expect((await stepsOf(here))[0]?.note).toBe('먼저');
    const settings = `/api/admin/services/${here.order.service_id}/work`;
    const { version } = (await admin.client.get(settings)).json();
    await admin.client.put(settings, { assignee_id: null, steps: ['먼저'], version });
    const lateWork = await admin.client.put(settings, { assignee_id: null, steps: ['나중'], version });
    expectError(lateWork, 409, 'VERSION_CONFLICT');
    expect(lateWork.json().current.steps).toEqual(['먼저']);
  });

  it('queue one mail when they are done, without a word about what was done', async () => {
    const here = await buildFixture();
    const step = await add(here, { title: '진단서 제출' });
    const set = (is_done: boolean) =>
      admin.client.put(`/api/admin/orders/${here.order.id}/steps/${step.id}`, { is_done });
    expect((await set(true)).json<OrderStep>().done_at).toBe(shop.clock.now().toISOString());
    await set(true);
    expect((await set(false)).json<OrderStep>().done_at).toBeNull();
    await set(true);
    expect(await notices(here)).toBe(1);
    const mail = (await listMails(shop, here.email)).find(({ kind }) => kind === 'notice');
    const { subject = '', text = '' } = mail ?? {};
    for (const secret of ['진단서', here.order.service_title]) expect(subject + text).not.toContain(secret);
    await add(here, { title: '이미 끝난 단계', is_done: true });
    expect(await notices(here)).toBe(2);
  });

  it('are undone within a minute without a trace for the customer', async () => {
    const here = await buildFixture();
    const step = await add(here, { title: '자료 확인' });
    const url = `/api/admin/orders/${here.order.id}/steps/${step.id}`;
    const room = async () => (await here.client.get(`/api/orders/${here.order.id}`)).json<OrderDetail>();
    await admin.client.put(url, { is_done: true });
    expect(await room()).toMatchObject({ steps: [{ done_at: expect.any(String) }], conversation_id: null });
    await admin.client.put(url, { is_done: false });
    expect(await notices(here)).toBe(0);
    expect(await room()).toMatchObject({ steps: [{ done_at: null }], conversation_id: null });
    await admin.client.put(url, { is_done: true });
    await admin.client.delete(url);
    expect(await notices(here)).toBe(0);
    expect((await room()).conversation_id).toBeNull();
  });

  it('queue one mail when two administrators complete the same one at once', async () => {
    const here = await buildFixture();
    const step = await add(here, { title: '출석' });
    const other = await buildAdmin(shop);
    const done = [admin, other, admin, other].map((by) =>
      by.client.put(`/api/admin/orders/${here.order.id}/steps/${step.id}`, { is_done: true }),
    );
    expect((await Promise.all(done)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(await notices(here)).toBe(1);
  });

  it('that are private reach no answer, conversation, mail or own data of the customer', async () => {
    const here = await buildFixture();
    const path = `/api/admin/orders/${here.order.id}`;
    const step = await add(here, { title: '비공개 검토', note: '위험 요소', is_private: true, is_done: true });
    expect(step.is_private).toBe(true);
    expect((await admin.client.get(path)).json<AdminOrder>().steps).toEqual([step]);
    const shown = await add(here, { title: '자료 요청' });
    const hide = { is_private: true, version: shown.version };
    expect((await admin.client.put(`${path}/steps/${shown.id}`, hide)).json()).toMatchObject({ ...hide, version: 2 });
    await admin.client.put(`${path}/steps/${shown.id}`, { is_done: true });
    expect(await notices(here)).toBe(0);
    const own = (await here.client.get('/api/auth/personal-data')).json<PersonalData>();
    expect(own.orders[0]?.steps).toEqual([]);
    const answers = await Promise.all(
      ['/api/orders/my', `/api/orders/${here.order.id}`, '/api/consultations'].map((url) => here.client.get(url)),
    );
    for (const { body } of answers) for (const { title } of [step, shown]) expect(body).not.toContain(title);
    expect(await stepsOf(here)).toEqual([]);
    await admin.client.put(`${path}/steps/${step.id}`, { is_private: false });
    expect((await stepsOf(here)).map(({ title }) => title)).toEqual([step.title]);
  });

  it('are refused with 400 or 404, nothing written', async () => {
    const [here, there] = [await buildFixture(), await buildFixture()];
    const step = await add(here, { title: '결과' });
    const before = await stepsOf(here);
    for (const body of [
      ...[{}, { title: ' ' }, { title: 'a'.repeat(101) }, { title: '가', due_on: '2026-13-01' }],
      ...[
        { title: '가', note: 'a'.repeat(501) },
        { title: '가', is_done: 'yes' },
        { title: '가', is_private: 1 },
      ],
    ]) {
      expectError(await admin.client.post(`/api/admin/orders/${here.order.id}/steps`, body), 400, 'VALIDATION_FAILED');
    }
    expectError(
      await admin.client.put(`/api/admin/orders/${here.order.id}/steps/${step.id}`, { title: '' }),
      400,
      'VALIDATION_FAILED',
    );
    expectError(
      await admin.client.put(`/api/admin/orders/${there.order.id}/steps/${step.id}`, { title: '남의 것' }),
      404,
      'STEP_NOT_FOUND',
    );
    expectError(
      await admin.client.put(`/api/admin/orders/${here.order.id}/steps/1e3`, { title: '가' }),
      400,
      'INVALID_ID',
    );
    expectError(await admin.client.post('/api/admin/orders/2147483647/steps', { title: '가' }), 404, 'ORDER_NOT_FOUND');
    expect(await stepsOf(here)).toEqual(before);
    expect((await here.client.post(`/api/admin/orders/${here.order.id}/steps`, { title: '가' })).statusCode).toBe(403);
  });
});
