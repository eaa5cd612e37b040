import { beforeAll, expect, it } from 'vitest';
import { CASE_CONSENTS } from '#content/consents/case-consents.ts';
import { CALL_TABLES } from '#server/registry/features.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildCustomer, type CustomerFixture, openConversation } from '#tests/support/app/consultations.ts';
import { PLAN } from '#tests/support/app/factories.ts';
import { fileForm } from '#tests/support/app/pictures.ts';
import { enrolTotp } from '#tests/support/factors/second-factor.ts';
import { buildPaymentFixture, type PaymentFixture } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const PASSWORD = 'a good secret 12';
const SET = 'discipline';
const QUESTION = 'stage';
const CONSENT = 'sensitive';
const SOLDIER = { fullname: '김탈취', relationship: '친구', military_status: '복무 중' };

/** Holds what one customer has, for another one to reach for. */
let owned: {
  owner: CustomerFixture;
  payment: PaymentFixture;
  receiptId: string;
  soldierId: number;
  paidId: number;
  paperId: number;
  conversationId: number;
  attachmentId: number;
  sessionId: number;
  factorId: number;
  authenticationId: string;
};
let thief: CustomerFixture;

beforeAll(async () => {
  const owner = await buildCustomer(shop, { password: PASSWORD });
  await owner.client.post('/api/auth/login', { userId: owner.user.user_id, password: PASSWORD });
  await enrolTotp(shop, owner.client);
  const [factor] = (await owner.client.get('/api/auth/second-factors')).json<{ id: number }[]>();
  const [session] = (await owner.client.get('/api/auth/sessions')).json<{ id: number }[]>();
  const payment = await buildPaymentFixture(shop, PLAN.price, { user: owner.user });
  const soldier = await shop.buildSoldier({ user: owner.user });
  const paid = await shop.buildOrder({ user: owner.user, soldier, status: 'confirmed' });
  const conversation = await openConversation(owner, { order_id: paid.id });
  const admin = await buildAdmin(shop);
  const asked = { title: '징계처분서', why: '항고서에 붙입니다.', asked_of: 'payer', due_on: null };
  const paper = await admin.client.post(`/api/admin/orders/${paid.id}/papers`, asked);
  expect((await admin.client.post(`/api/admin/orders/${paid.id}/questions`, { set: SET })).statusCode).toBe(201);
  const { body, headers } = fileForm(Buffer.from('글'), { filename: '글.txt', type: 'text/plain' });
  const file = await owner.client.post('/api/attachments', body, { headers });
  const identity = await owner.client.post('/api/auth/identity');
  owned = {
    owner,
    payment,
    receiptId: await payment.pay(),
    soldierId: soldier.id,
    paidId: paid.id,
    paperId: paper.json<{ id: number }>().id,
    conversationId: conversation.id,
    attachmentId: file.json<{ id: number }>().id,
    sessionId: session?.id ?? 0,
    factorId: factor?.id ?? 0,
    authenticationId: identity.json<{ authentication_id: string }>().authentication_id,
  };
  expect(Object.values(owned).every(Boolean)).toBe(true);
  thief = await buildCustomer(shop, { password: PASSWORD });
  await thief.client.post('/api/auth/login', { userId: thief.user.user_id, password: PASSWORD });
});

const message = (more: object = {}) => ({ client_id: crypto.randomUUID(), text: '남의 상담', ...more });

/** A body that is right but for whose row it is about, for each call that takes one. */
const BODIES: Readonly<Record<string, () => object>> = {
  'PUT /api/soldiers/:id': () => SOLDIER,
  'PATCH /api/orders/:id': () => ({ status: 'cancelled' }),
  'POST /api/orders/:id/refund-requests': () => ({ reason: '남의 환불' }),
  'PUT /api/orders/:id/refund-account': () => ({ bank_code: '004', number: '12345678901234', holder: '김탈취' }),
  'PUT /api/orders/:id/callback': () => ({ starts_at: '2030-01-02T00:00:00Z' }),
  'PUT /api/orders/:id/questions/:set/:question': () => ({ value: '1', revision: 0 }),
  'PUT /api/orders/:id/consents/:kind': () => ({ version: CASE_CONSENTS[CONSENT].version }),
  'DELETE /api/orders/:id/consents/:kind': () => ({ version: CASE_CONSENTS[CONSENT].version }),
  'PUT /api/orders/:id/shares': () => ({ shares: { progress: true } }),
  'POST /api/orders/:id/invitation': () => ({}),
  'POST /api/orders/:id/guardians': () => ({ name: '김탈취', phone: '01012345678' }),
  'POST /api/orders/:id/papers/:paperId/files': () => ({ attachment_ids: [owned.attachmentId] }),
  'PUT /api/orders/:id/letter/custody': () => ({ sole: true }),
  'POST /api/orders/:id/letter/decline': () => ({ reason: '남의 계약' }),
  'POST /api/orders/:id/letter/sign': () => ({
    letter_id: 1,
    sha256: 'a'.repeat(64),
    consent: '동의합니다.',
    name: '김탈취',
    authentication_id: owned.authenticationId,
    receipt_id: 'f'.repeat(24),
    client_id: crypto.randomUUID(),
  }),
  'POST /api/consultations/:id/messages': () => message(),
  'PUT /api/consultations/:id/read': () => ({ seq: 1 }),
};

function idFor(path: string): number {
  if (path.includes('/soldiers/')) return owned.soldierId;
  if (path.includes('/consultations/')) return owned.conversationId;
  if (path.includes('/attachments/')) return owned.attachmentId;
  if (path.includes('/sessions/')) return owned.sessionId;
  if (path.includes('/second-factors/')) return owned.factorId;
  if (path.includes('/orders/')) return owned.paidId;
  throw new Error(`no row of another customer for ${path}`);
}

function withinCase(path: string): string {
  const values = { paperId: String(owned.paperId), set: SET, question: QUESTION, kind: CONSENT, participantId: '1' };
  return Object.entries(values).reduce((url, [name, value]) => url.replace(`:${name}`, value), path);
}

const CALLS = CALL_TABLES.flatMap(({ calls }) => Object.values(calls)).filter(
  ({ access, path }) => access === 'user' && path.includes(':'),
);

async function seenByOwner(): Promise<unknown[]> {
  const { client } = owned.owner;
  const paths = [
    '/api/soldiers/my',
    '/api/orders/my',
    `/api/orders/${owned.paidId}`,
    '/api/consultations',
    `/api/consultations/${owned.conversationId}/messages`,
    '/api/auth/second-factors',
    '/api/auth/my',
  ];
  const answers = await Promise.all(paths.map((path) => client.get(path)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(paths.map(() => 200));
  return answers.map((response) => response.json());
}

it('every call about a row is 404 for the row of another customer, and changes nothing', async () => {
  const [before, rows] = [await seenByOwner(), await shop.countRows()];
  const open: string[] = [];
  for (const { method, path } of CALLS) {
    const inner = withinCase(path);
    const url = inner.replace(':id', String(idFor(path)));
    const body = BODIES[`${method} ${path}`]?.();
    const [theirs, unknown] = [
      await thief.client.call(method, url, body),
      await thief.client.call(method, inner.replace(':id', '2000000000'), body),
    ];
    if (theirs.statusCode !== 404 || theirs.body !== unknown.body) open.push(`${method} ${url}: ${theirs.body}`);
  }
  expect(CALLS.length).toBeGreaterThan(18);
  expect(open).toEqual([]);
  expect(await seenByOwner()).toEqual(before);
  expect(await shop.countRows()).toEqual(rows);
});

it('no body names a row of another customer', async () => {
  const service = await shop.buildService();
  const own = await openConversation(thief);
  const attachment_ids = [owned.attachmentId];
  const opened = message({ subject: '남의 것' });
  const confirmed = { order_id: owned.payment.row.id, receipt_id: owned.receiptId, price: PLAN.price };
  const order = { service_id: service.id, soldier_id: owned.soldierId, selected_plan: PLAN.name, price: PLAN.price };
  const identity = { authentication_id: owned.authenticationId, receipt_id: 'f'.repeat(24) };
  const [before, rows] = [await seenByOwner(), await shop.countRows()];
  const calls: readonly [string, object, string][] = [
    ['/api/orders', order, 'SOLDIER_NOT_FOUND'],
    ['/api/bootpay/confirm', confirmed, 'ORDER_NOT_FOUND'],
    ['/api/consultations', { ...opened, order_id: owned.paidId }, 'ORDER_NOT_FOUND'],
    ['/api/consultations', { ...opened, previous_id: owned.conversationId }, 'CONVERSATION_NOT_FOUND'],
    ['/api/consultations', { ...opened, attachment_ids }, 'VALIDATION_FAILED'],
    [`/api/consultations/${own.id}/messages`, message({ attachment_ids }), 'VALIDATION_FAILED'],
    ['/api/auth/identity/confirm', identity, 'NOT_FOUND'],
  ];
  for (const [path, body, code] of calls) {
    expect([path, (await thief.client.post(path, body)).json().code]).toEqual([path, code]);
  }
  expect(await seenByOwner()).toEqual(before);
  expect(await shop.countRows()).toEqual(rows);
});
