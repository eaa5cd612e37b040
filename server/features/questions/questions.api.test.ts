import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { QUESTION_SETS } from '#content/questions/question-sets.ts';
import type { PersonalData } from '#shared/features/accounts/personal-data-schemas.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { CaseQuestionSet, QuestionSetInfo } from '#shared/features/questions/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { readEvents } from '#tests/support/app/event-reader.ts';
import type { OrderRow, User } from '#tests/support/app/factories.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);
// Services that tests build get ids behind those that sets name.
await sql`select setval(pg_get_serial_sequence('services', 'id'), 1000)`.execute(shop.db);
const DISCIPLINE_SERVICE = 14;
const SECRET = '카나리아 디스크 진단';

type Case = { order: OrderRow; user: User; buyer: Client };

async function buildCase(relationship: '자녀' | '본인' = '본인'): Promise<Case> {
  const user = await shop.buildUser();
  const soldier = await shop.buildSoldier({ user, relationship });
  const order = await shop.buildOrder({ user, soldier, status: 'confirmed' });
  expect((await ask(order.id)).statusCode).toBe(201);
  return { order, user, buyer: await shop.client().as(user) };
}

const ask = (id: number, set = 'discipline') => admin.client.post(`/api/admin/orders/${id}/questions`, { set });

async function join({ order }: Case): Promise<{ user: User; client: Client }> {
  const user = await shop.buildUser();
  await shop.db
    .insertInto('participants')
    .values({ order_id: order.id, role: 'client', state: 'joined', user_id: user.id, joined_at: shop.clock.now() })
    .execute();
  return { user, client: await shop.client().as(user) };
}

const consent = ({ order }: Case, user: User, kind: 'sensitive' | 'share_sensitive' = 'sensitive') =>
  shop.db
    .insertInto('case_consents')
    .values({ order_id: order.id, user_id: user.id, kind, version: '1', given_at: shop.clock.now() })
    .execute();

const share = ({ order }: Case) =>
  shop.db
    .updateTable('participants')
    .set({ shares: ['answers'] })
    .where('order_id', '=', order.id)
    .where('role', '=', 'payer')
    .execute();

const put = (who: Client, { order }: Case, question: string, value: unknown, revision = 0) =>
  who.put(`/api/orders/${order.id}/questions/discipline/${question}`, { value, revision });

const submit = (who: Client, { order }: Case) => who.post(`/api/orders/${order.id}/questions/discipline/submit`);

async function read(who: Client, { order }: Case): Promise<CaseQuestionSet> {
  const [set] = (await who.get(`/api/orders/${order.id}/questions`)).json<CaseQuestionSet[]>();
  if (!set) throw new Error('no set');
  return set;
}

const questionsIn = ({ groups }: CaseQuestionSet) => groups.flatMap(({ questions }) => questions);

const REQUIRED: Readonly<Record<string, unknown>> = {
  answers_self: true,
  rank_group: '1',
  reach: '평일 저녁',
  stage: '1',
  reasons: '무단이탈',
  facts: '면회가 늦게 끝났습니다.',
  statements: '없음',
  wish: '2',
};

async function fill(who: Client, here: Case): Promise<void> {
  for (const [question, value] of Object.entries(REQUIRED)) {
    expect((await put(who, here, question, value)).json()).toEqual({ revision: 1 });
  }
}

describe('question sets of a case', () => {
  it('are there at once for a paid order of a service that names them', async () => {
    const user = await shop.buildUser();
    const service = await shop.buildService({ id: DISCIPLINE_SERVICE });
    const paid = await shop.buildOrder({ user, service, status: 'confirmed' });
    const unpaid = await shop.buildOrder({ user, service });
    const client = await shop.client().as(user);
    expect((await client.get(`/api/orders/${paid.id}/questions`)).json()).toMatchObject([
      { set: 'discipline', version: 1, state: 'not_started', due_on: null, answers: {} },
    ]);
    expect((await client.get(`/api/orders/${unpaid.id}/questions`)).json()).toEqual([]);
    expectError(await ask(paid.id), 409, 'SET_OPEN');
    expectError(
      await admin.client.put(`/api/admin/orders/${paid.id}/questions/discipline`, { state: 'confirmed' }),
      409,
      'CONFLICT',
    );
  });

  it('are asked by staff, once, with a day', async () => {
    const here = await buildCase();
    const sets = (await admin.client.get('/api/admin/question-sets')).json<QuestionSetInfo[]>();
    expect(sets).toContainEqual({ set: 'sickness', title: '질병·부상 질문지 (예시)', version: 1 });
    const body = { set: 'sickness', due_on: '2026-12-01' };
    const asked = await admin.client.post(`/api/admin/orders/${here.order.id}/questions`, body);
    expect(asked.json()).toMatchObject({ set: 'sickness', state: 'not_started', due_on: '2026-12-01' });
    expectError(await ask(here.order.id, 'sickness'), 409, 'SET_OPEN');
    expectError(await ask(here.order.id, 'unknown'), 404, 'QUESTION_SET_NOT_FOUND');
    expectError(await ask(2_147_483_647), 404, 'ORDER_NOT_FOUND');
    const actions = (await admin.audit('order.')).map(({ action }) => action);
    expect(actions).toContain('order.ask_questions');
  });

  it('are 404 for another account', async () => {
    const here = await buildCase();
    const other = await shop.client().as(await shop.buildUser());
    expectError(await other.get(`/api/orders/${here.order.id}/questions`), 404, 'ORDER_NOT_FOUND');
    expectError(await put(other, here, 'reach', '아침'), 404, 'ORDER_NOT_FOUND');
    expectError(await submit(other, here), 404, 'ORDER_NOT_FOUND');
  });
});

describe('an answer', () => {
  it('is saved with a revision, changed and cleared', async () => {
    const here = await buildCase();
    expect((await put(here.buyer, here, 'reach', '저녁')).json()).toEqual({ revision: 1 });
    expect((await put(here.buyer, here, 'reach', '아침', 1)).json()).toEqual({ revision: 2 });
    const set = await read(here.buyer, here);
    expect(set.state).toBe('started');
    expect(set.answers).toEqual({ reach: { value: '아침', revision: 2, by: 'client', at: expect.any(String) } });
    expect((await put(here.buyer, here, 'reach', null, 2)).json()).toEqual({ revision: 3 });
    expect((await read(here.buyer, here)).answers.reach).toMatchObject({ value: null, revision: 3 });
  });

  it('is not written over what another tab has saved; the same again is no change', async () => {
    const here = await buildCase();
    await put(here.buyer, here, 'reach', '저녁');
    const response = await put(here.buyer, here, 'reach', '아침');
    expectError(response, 409, 'ANSWER_CHANGED');
    expect(response.json()).toMatchObject({ value: '저녁', revision: 1 });
    expect((await put(here.buyer, here, 'reach', '저녁')).json()).toEqual({ revision: 1 });
  });

  it('has to be of the kind of its question', async () => {
    const here = await buildCase();
    for (const [question, value] of [
      ['reach', 5],
      ['reach', '가'.repeat(201)],
      ['stage', '9'],
      ['answers_self', '예'],
      ['decision_received_on', '2026-02-30'],
      ['no_secrets', '읽음'],
      ['decision_paper', null],
    ] as const) {
      expectError(await put(here.buyer, here, question, value), 400, 'VALIDATION_FAILED');
    }
    const path = `/api/orders/${here.order.id}/questions/discipline/reach`;
    expectError(await here.buyer.put(path, { revision: 0 }), 400, 'VALIDATION_FAILED');
    expectError(await here.buyer.put(path, { value: '저녁' }), 400, 'VALIDATION_FAILED');
    expectError(await put(here.buyer, here, 'unknown', '저녁'), 404, 'QUESTION_NOT_FOUND');
  });

  it('to a question that is hidden now is kept and not shown', async () => {
    const here = await buildCase();
    await put(here.buyer, here, 'stage', '3');
    await put(here.buyer, here, 'decision_received_on', '2026-11-02');
    await put(here.buyer, here, 'stage', '1', 1);
    expect(Object.keys((await read(here.buyer, here)).answers)).toEqual(['stage']);
    await put(here.buyer, here, 'stage', '3', 2);
    expect((await read(here.buyer, here)).answers.decision_received_on).toMatchObject({ value: '2026-11-02' });
  });

  it('is encrypted at rest and in the own-data file of its author', async () => {
    const here = await buildCase();
    await consent(here, here.user);
    await put(here.buyer, here, 'health', SECRET);
    await put(here.buyer, here, 'stage', '3');
    const rows = await shop.db.selectFrom('question_answers').selectAll().where('user_id', '=', here.user.id).execute();
    expect(rows).toHaveLength(2);
    expect(rows[0]?.value_sealed?.includes(SECRET)).toBe(false);
    const own = (await here.buyer.get('/api/auth/personal-data')).json<PersonalData>();
    expect(own.answers).toEqual([
      {
        order_number: here.order.order_number,
        question: expect.stringContaining('건강'),
        answer: SECRET,
        answered_at: expect.any(String),
      },
      expect.objectContaining({ question: '지금 어느 단계인가요?', answer: '처분 받음' }),
    ]);
  });
});

describe('a sensitive question', () => {
  it('needs the consent of the client', async () => {
    const here = await buildCase();
    expectError(await put(here.buyer, here, 'health', SECRET), 403, 'CONSENT_REQUIRED');
    await consent(here, here.user);
    expect((await put(here.buyer, here, 'health', SECRET)).statusCode).toBe(200);
  });

  it('is never asked of a buyer who is not the client', async () => {
    const here = await buildCase('자녀');
    expectError(await put(here.buyer, here, 'health', SECRET), 403, 'CONSENT_REQUIRED');
    expect(questionsIn(await read(here.buyer, here)).some(({ sensitive }) => sensitive)).toBe(false);
    expectError(await put(here.buyer, here, 'facts', '모름'), 404, 'QUESTION_NOT_FOUND');
  });
});

describe('after a client has joined, the payer', () => {
  it('reads no answer of the client unless shared, and sensitive ones only with both consents', async () => {
    const here = await buildCase('자녀');
    await put(here.buyer, here, 'reach', '어머니의 답');
    const { user, client } = await join(here);
    await consent(here, user);
    await put(client, here, 'facts', '의뢰인의 답');
    await put(client, here, 'health', SECRET);
    expect(Object.keys((await read(client, here)).answers).sort()).toEqual(['facts', 'health', 'reach']);
    const alone = await read(here.buyer, here);
    expect(Object.keys(alone.answers)).toEqual(['reach']);
    expect(JSON.stringify(alone)).not.toContain(SECRET);
    expectError(await put(here.buyer, here, 'record', '없음'), 404, 'QUESTION_NOT_FOUND');
    await share(here);
    expect(Object.keys((await read(here.buyer, here)).answers).sort()).toEqual(['facts', 'reach']);
    await consent(here, user, 'share_sensitive');
    expect((await read(here.buyer, here)).answers.health).toMatchObject({ value: SECRET, by: 'client' });
  });

  it('learns nothing of an answer by writing over it', async () => {
    const here = await buildCase('자녀');
    await put(here.buyer, here, 'reach', '어머니의 답');
    const { client } = await join(here);
    await put(client, here, 'reach', '의뢰인의 답', 1);
    const response = await put(here.buyer, here, 'reach', '다시', 1);
    expectError(response, 404, 'QUESTION_NOT_FOUND');
    expect(response.body).not.toContain('의뢰인의 답');
  });
});

it('shows staff of the case the questions with all answers, and others none', async () => {
  const here = await buildCase();
  await consent(here, here.user);
  await put(here.buyer, here, 'health', SECRET);
  const path = `/api/admin/orders/${here.order.id}`;
  const detail = (await admin.client.get(path)).json<AdminOrder>();
  expect(detail.questions).toMatchObject([{ set: 'discipline', answers: { health: { value: SECRET } } }]);
  const accountant = await shop.buildUser({ role: 'admin', permissions: ['money'] });
  const seen = await (await shop.client().as(accountant)).put(`${path}/proof`, { kind: 'none' });
  expect(seen.json<AdminOrder>().questions).toEqual([]);
});

describe('submitting', () => {
  it('names the required answers that are shown and missing', async () => {
    const here = await buildCase();
    const response = await submit(here.buyer, here);
    expectError(response, 400, 'VALIDATION_FAILED');
    const paths = response.json<{ details: { path: string }[] }>().details.map(({ path }) => path);
    expect(paths).toEqual(Object.keys(REQUIRED));
    await fill(here.buyer, here);
    await put(here.buyer, here, 'stage', '3', 1);
    const more = (await submit(here.buyer, here)).json<{ details: { path: string }[] }>();
    expect(more.details.map(({ path }) => path)).toEqual(['decision_received_on', 'punishment']);
  });

  it('closes the set; again it is 200', async () => {
    const here = await buildCase();
    await fill(here.buyer, here);
    for (const _ of [1, 2]) expect((await submit(here.buyer, here)).json()).toMatchObject({ state: 'submitted' });
    expectError(await put(here.buyer, here, 'reach', '아침', 1), 409, 'SET_SUBMITTED');
  });

  it('is confirmed, or asked again with reasons that open only those questions', async () => {
    const here = await buildCase();
    const move = (body: object) => admin.client.put(`/api/admin/orders/${here.order.id}/questions/discipline`, body);
    expectError(await move({ state: 'confirmed' }), 409, 'CONFLICT');
    await fill(here.buyer, here);
    await submit(here.buyer, here);
    expectError(await move({ state: 'asked_again' }), 400, 'VALIDATION_FAILED');
    expectError(await move({ state: 'asked_again', questions: { unknown: '까닭' } }), 400, 'VALIDATION_FAILED');
    expectError(await move({ state: 'asked_again', questions: { reasons: '' } }), 400, 'VALIDATION_FAILED');
    const reason = '처분서의 문장 그대로 적어주세요.';
    expect((await move({ state: 'asked_again', questions: { reasons: reason } })).json()).toMatchObject({
      state: 'asked_again',
    });
    const asked = questionsIn(await read(here.buyer, here)).filter(({ asked_again }) => asked_again !== null);
    expect(asked.map(({ id, asked_again }) => [id, asked_again])).toEqual([['reasons', reason]]);
    expectError(await put(here.buyer, here, 'reach', '아침', 1), 409, 'SET_SUBMITTED');
    expect((await put(here.buyer, here, 'reasons', '새 문장', 1)).json()).toEqual({ revision: 2 });
    await submit(here.buyer, here);
    const set = await read(here.buyer, here);
    expect(set.state).toBe('submitted');
    expect(questionsIn(set).every(({ asked_again }) => asked_again === null)).toBe(true);
    for (const _ of [1, 2]) expect((await move({ state: 'confirmed' })).json()).toMatchObject({ state: 'confirmed' });
    // The answer that was submitted first stays.
    const kept = await shop.db
      .selectFrom('question_answers')
      .innerJoin('order_question_sets', 'order_question_sets.id', 'question_answers.set_id')
      .select('revision')
      .where('order_id', '=', here.order.id)
      .where('question', '=', 'reasons')
      .orderBy('revision')
      .execute();
    expect(kept).toEqual([{ revision: 1 }, { revision: 2 }]);
    expect((await admin.audit('order.')).map(({ action }) => action)).toContain('order.move_questions');
  });
});

it('shows answers at once to those who read them and to staff, and nothing of the sensitive ones to the payer', async () => {
  const here = await buildCase('자녀');
  const { user, client } = await join(here);
  await consent(here, user);
  await share(here);
  const [own, payers, staffs] = [
    await readEvents(shop, client),
    await readEvents(shop, here.buyer),
    await readEvents(shop, admin.client),
  ];
  const { groups } = await read(client, here);
  const all = groups.flatMap(({ questions }) => questions);
  const sensitive = all.find((one) => one.sensitive && one.kind === 'long' && one.when === null);
  const open = all.find((one) => !one.sensitive && one.kind === 'long' && one.audience === 'both');
  expect((await put(client, here, sensitive?.id ?? '', SECRET)).statusCode).toBe(200);
  expect((await put(client, here, open?.id ?? '', '답')).statusCode).toBe(200);
  const ofCase = ['case', { order_id: here.order.id }];
  const told = ({ events }: typeof own) => events.map(({ name, data }) => [name, data]);
  await expect.poll(() => told(staffs)).toEqual([ofCase, ofCase]);
  await expect.poll(() => told(payers)).toEqual([ofCase]);
  // The author's own page shows what was typed.
  expect(told(own)).toEqual([]);
  await admin.client.post(`/api/admin/orders/${here.order.id}/questions`, { set: 'sickness' });
  await expect.poll(() => told(own)).toEqual([ofCase]);
  for (const stream of [own, payers, staffs]) stream.close();
});

it('keeps its version when a new one comes out while it is open, and others begin with the new one', async () => {
  const here = await buildCase();
  await put(here.buyer, here, 'stage', '3');
  const old = QUESTION_SETS.find(({ set }) => set === 'discipline');
  if (!old) throw new Error('there is a set for discipline');
  const groups = [{ title: '새 질문', questions: [{ id: 'brand_new', kind: 'long', label: '새 질문' } as const] }];
  Array.prototype.push.call(QUESTION_SETS, { ...old, version: 2, groups });
  try {
    expect((await put(here.buyer, here, 'wish', '1')).json()).toEqual({ revision: 1 });
    expectError(await put(here.buyer, here, 'brand_new', '답'), 404, 'QUESTION_NOT_FOUND');
    const { version, answers } = await read(here.buyer, here);
    expect([version, Object.keys(answers)]).toEqual([1, ['stage', 'wish']]);
    const later = await buildCase();
    expect((await put(later.buyer, later, 'brand_new', '답')).statusCode).toBe(200);
    // A page that was loaded before the new version names a question which is gone.
    expectError(await put(later.buyer, later, 'stage', '3'), 404, 'QUESTION_NOT_FOUND');
  } finally {
    Array.prototype.pop.call(QUESTION_SETS);
  }
});
