import { beforeEach, describe, expect, it } from 'vitest';
import type { Paper } from '#shared/features/casework/paper-schemas.ts';
import type { Day } from '#shared/features/day/schemas.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { AdminOrderStep } from '#shared/features/orders/work-schemas.ts';
import { type AdminFixture, buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import { buildLetterCase, LETTER, type LetterCase } from '#tests/support/letters/letter-case.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const NOW = new Date('2026-11-27T00:00:00Z');
const clock = createTestClock(NOW);
const shop = await setUpTestApp({ clock });
const admin = await buildAdmin(shop);
const second = await buildAdmin(shop);
const REASON = '항고 기한이 내일이고 의뢰인과 연락되지 않습니다.';

beforeEach(() => shop.db.deleteFrom('rate_limits').execute());

const build = () => buildLetterCase(shop, admin.client);
const orderOf = async ({ orderId }: LetterCase, by = admin) =>
  (await by.client.get(`/api/admin/orders/${orderId}`)).json<AdminOrder>();

async function addStep({ orderId }: LetterCase, body: object = {}): Promise<AdminOrderStep> {
  const made = await admin.client.post(`/api/admin/orders/${orderId}/steps`, {
    title: '항고서 제출',
    filing: true,
    ...body,
  });
  expect(made.statusCode, made.body).toBe(201);
  return made.json<AdminOrderStep>();
}

const putStep = ({ orderId }: LetterCase, { id }: AdminOrderStep, body: object, by = admin) =>
  by.client.put(`/api/admin/orders/${orderId}/steps/${id}`, body);
const approve = ({ orderId }: LetterCase, body: object, by: AdminFixture = second) =>
  by.client.post(`/api/admin/orders/${orderId}/gate/approve`, body);

async function sign(here: LetterCase): Promise<void> {
  await here.offer();
  const { client, path } = here;
  const response = await client.client.post(path('sign'), await here.signing(client));
  expect(response.statusCode, response.body).toBe(200);
}

describe('a step that is filed in the client’s name', () => {
  it('waits for the signatures of client and firm', async () => {
    const here = await build();
    const step = await addStep(here);
    expect(step.filing).toBe(true);
    expectError(await putStep(here, step, { is_done: true }), 409, 'LETTER_MISSING');
    await sign(here);
    expectError(await putStep(here, step, { is_done: true }), 409, 'LETTER_MISSING');
    expect((await orderOf(here)).gate).toEqual({ is_open: false, overrides: [] });
    await here.staff('sign');
    expect((await putStep(here, step, { is_done: true })).json<AdminOrderStep>().done_at).not.toBeNull();
    expect((await orderOf(here)).gate.is_open).toBe(true);
    // A newer draft takes no mandate away.
    const file = { pdf_sealed: Buffer.of(0), evidence_sealed: Buffer.of(0) };
    const sealed = { state: 'sealed', seal: 'none', sealed_at: NOW, ...file } as const;
    await shop.db.updateTable('letters').set(sealed).where('order_id', '=', here.orderId).execute();
    expect((await here.staff('', LETTER)).statusCode).toBe(201);
    const other = await addStep(here, { title: '보충서 제출' });
    expect((await putStep(here, other, { is_done: true })).statusCode).toBe(200);
  });

  it('cannot be made as a finished one, and other steps wait for nothing', async () => {
    const here = await build();
    const done = { title: '항고서 제출', filing: true, is_done: true };
    const refused = await admin.client.post(`/api/admin/orders/${here.orderId}/steps`, done);
    expectError(refused, 409, 'LETTER_MISSING');
    const plain = await addStep(here, { title: '서류 검토', filing: false });
    expect(plain).not.toHaveProperty('filing');
    expect((await putStep(here, plain, { is_done: true })).statusCode).toBe(200);
    // A change that makes it one and finishes it at once waits, too.
    const other = await addStep(here, { title: '소청장 제출', filing: false });
    expectError(await putStep(here, other, { filing: true, is_done: true }), 409, 'LETTER_MISSING');
    expectError(await putStep(here, other, { filing: 'yes' }), 400, 'VALIDATION_FAILED');
  });

  it('is done when a second administrator approves the reason of the first', async () => {
    const here = await build();
    const step = await addStep(here);
    expectError(await approve(here, { step_id: step.id }), 404, 'OVERRIDE_NOT_FOUND');
    expectError(await putStep(here, step, { is_done: true, override: { reason: '' } }), 400, 'VALIDATION_FAILED');
    expectError(await putStep(here, step, { is_done: true, override: { reason: REASON } }), 409, 'LETTER_MISSING');
    const [asked] = (await orderOf(here, second)).gate.overrides;
    expect(asked).toMatchObject({ step_id: step.id, reason: REASON, asked_by_id: admin.user.id, approved_by: null });
    expectError(await approve(here, { step_id: step.id }, admin), 409, 'OWN_PROPOSAL');
    const day = (await second.client.get('/api/admin/day?whose=all')).json<Day>();
    expect(day.items.find(({ order_id }) => order_id === here.orderId)).toMatchObject({ kind: 'letter' });
    const approved = await approve(here, { step_id: step.id });
    expect(approved.statusCode, approved.body).toBe(200);
    const { steps, gate } = approved.json<AdminOrder>();
    expect(steps.find(({ id }) => id === step.id)?.done_at).toBe(NOW.toISOString());
    expect(gate.overrides).toMatchObject([{ approved_by: expect.stringContaining(second.user.user_id) }]);
    expect((await approve(here, { step_id: step.id })).statusCode).toBe(200);
    expect((await putStep(here, step, { is_done: false })).json<AdminOrderStep>().done_at).toBeNull();
    expect((await putStep(here, step, { is_done: true, override: { reason: REASON } })).statusCode).toBe(200);
    expect(await second.audit('order.approve_filing')).toMatchObject([
      {
        subject_id: String(here.orderId),
        after: {
          step_id: step.id,
          asked_by: expect.stringContaining(admin.user.user_id),
          approved_by: expect.stringContaining(second.user.user_id),
        },
      },
    ]);
    expect(JSON.stringify(await admin.audit('order.ask_filing'))).not.toContain('기한이 내일');
    const row = await shop.db.selectFrom('gate_overrides').selectAll().where('step_id', '=', step.id).execute();
    expect(Buffer.from(row[0]?.reason_sealed ?? '').toString()).not.toContain('기한');
  });

  it('is not done by the approval of one alone, whose partner has lost the right meanwhile', async () => {
    const here = await build();
    const step = await addStep(here);
    const gone = await buildAdmin(shop);
    const asked = await putStep(here, step, { is_done: true, override: { reason: REASON } }, gone);
    expectError(asked, 409, 'LETTER_MISSING');
    await admin.client.put(`/api/admin/users/${gone.user.id}/permissions`, { permissions: ['money'] });
    expectError(await approve(here, { step_id: step.id }), 404, 'OVERRIDE_NOT_FOUND');
    expect((await orderOf(here)).steps[0]?.done_at).toBeNull();
  });

  it('keeps its mark until the letter or two administrators have opened the gate', async () => {
    const here = await build();
    const step = await addStep(here);
    expectError(await putStep(here, step, { filing: false }), 409, 'LETTER_MISSING');
    expectError(await putStep(here, step, { filing: false, is_done: true }), 409, 'LETTER_MISSING');
    expect((await orderOf(here)).steps.find(({ id }) => id === step.id)).toMatchObject({ filing: true, done_at: null });
    expect((await putStep(here, step, { title: '항고서 우편 제출' })).statusCode).toBe(200);
    await putStep(here, step, { is_done: true, override: { reason: REASON } });
    await approve(here, { step_id: step.id });
    expect((await putStep(here, step, { filing: false })).json()).not.toHaveProperty('filing');
  });

  it('takes another reason until it is approved, and names one step or paper of the case', async () => {
    const here = await build();
    const step = await addStep(here);
    const ask = (reason: string, by = admin) => putStep(here, step, { is_done: true, override: { reason } }, by);
    await ask('하나');
    await ask('둘', second);
    expect((await orderOf(here)).gate.overrides).toMatchObject([{ reason: '둘', asked_by_id: second.user.id }]);
    expectError(await approve(here, { step_id: step.id }), 409, 'OWN_PROPOSAL');
    const other = await build();
    expectError(await approve(other, { step_id: step.id }, admin), 404, 'OVERRIDE_NOT_FOUND');
    for (const wrong of [{}, { step_id: 'x' }, { step_id: step.id, paper_id: 1 }]) {
      expectError(await approve(here, wrong, admin), 400, 'VALIDATION_FAILED');
    }
    expect((await approve(here, { step_id: step.id }, admin)).statusCode).toBe(200);
  });
});

it('a paper that is filed in the client’s name is accepted by the letter or by two', async () => {
  const here = await build();
  const body = { title: '소청장', why: '', asked_of: 'payer', filing: true };
  const paper = (await admin.client.post(`/api/admin/orders/${here.orderId}/papers`, body)).json<Paper>();
  expect(paper.filing).toBe(true);
  const put = (change: object) => admin.client.put(`/api/admin/orders/${here.orderId}/papers/${paper.id}`, change);
  expectError(await put({ state: 'accepted' }), 409, 'LETTER_MISSING');
  expectError(await put({ filing: false }), 409, 'LETTER_MISSING');
  expectError(await put({ filing: false, state: 'accepted' }), 409, 'LETTER_MISSING');
  expect((await put({ state: 'not_needed', reason: '다른 서류로 냅니다.' })).statusCode).toBe(200);
  await put({ state: 'requested' });
  expectError(await put({ state: 'accepted', override: { reason: REASON } }), 409, 'LETTER_MISSING');
  const approved = (await approve(here, { paper_id: paper.id })).json<AdminOrder>();
  expect(approved.papers).toMatchObject([{ id: paper.id, state: 'accepted' }]);
  const other = await build();
  await sign(other);
  await other.staff('sign');
  const signed = (await admin.client.post(`/api/admin/orders/${other.orderId}/papers`, body)).json<Paper>();
  const url = `/api/admin/orders/${other.orderId}/papers/${signed.id}`;
  expect((await admin.client.put(url, { state: 'accepted' })).json<Paper>().state).toBe('accepted');
});
