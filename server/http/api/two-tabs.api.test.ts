import { expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);
const order = await shop.buildOrder({ status: 'confirmed' });
const [lawyer, clerk] = [
  await shop.buildUser({ role: 'admin', permissions: ['orders'] }),
  await shop.buildUser({ role: 'admin', permissions: ['orders'] }),
];
await shop.db
  .insertInto('order_steps')
  .values(['하나', '둘', '셋'].map((title, at) => ({ order_id: order.id, title, position: at + 1 })))
  .execute();
const steps = (
  await shop.db.selectFrom('order_steps').select('id').where('order_id', '=', order.id).orderBy('position').execute()
).map(({ id }) => id);
const [first = 0, second = 0, third = 0] = steps;
const LETTER = { scope: '항고서 작성', fee: 550_000, terms: '' };
await admin.client.post(`/api/admin/orders/${order.id}/letter`, LETTER);
const HOURS = { 1: [['09:00', '10:00']] };
const hours = (await admin.client.get('/api/admin/callback-capacity')).json();

const DEADLINE = { title: '의견서', starts_on: '2026-11-02', last_day: '2026-12-02' };
const PAPER = { title: '진술서', why: '', asked_of: 'payer', due_on: null, filing: false };
const added = (part: string, body: object) => admin.client.post(`/api/admin/orders/${order.id}/${part}`, body);
const deadline = (await added('deadlines', { ...DEADLINE, kind: 'other' })).json();
const paper = (await added('papers', PAPER)).json();

/** A call that saves a whole form: what was stored, and what two tabs save. */
type Form = { path: string; before: unknown; bodies: readonly [object, object]; stored: unknown };

const FORMS: Readonly<Record<string, Form>> = {
  'the profile of a member of staff': {
    path: `staff/${lawyer.id}`,
    before: { name: '', title: '', takes_cases: true },
    bodies: [
      { name: '홍길동', title: '변호사', takes_cases: true },
      { name: '', title: '사무장', takes_cases: true },
    ],
    stored: { name: '홍길동', title: '변호사', takes_cases: true },
  },
  'permissions of an administrator': {
    path: `users/${clerk.id}/permissions`,
    before: ['orders'],
    bodies: [{ permissions: ['orders', 'money'] }, { permissions: ['audit'] }],
    stored: ['orders', 'money'],
  },
  'places and hours for calls': {
    path: 'callback-capacity',
    before: hours,
    bodies: [{ capacity: 5, hours: HOURS }, { capacity: 6 }],
    stored: { capacity: 5, hours: HOURS },
  },
  'the proof of a payment': {
    path: `orders/${order.id}/proof`,
    before: { kind: 'none', number: null, issued_on: null, note: null },
    bodies: [
      { kind: 'cash_receipt', number: '123', issued_on: '2026-03-01', note: '메모' },
      { kind: 'none', note: '없음' },
    ],
    stored: { kind: 'cash_receipt', number: '123', issued_on: '2026-03-01', note: '메모' },
  },
  'the opponents of a case': {
    path: `orders/${order.id}/opponents`,
    before: [],
    bodies: [{ names: ['구상대', '마상대'] }, { names: ['아무개'] }],
    stored: ['구상대', '마상대'],
  },
  'the draft of a letter': {
    path: `orders/${order.id}/letter`,
    before: LETTER,
    bodies: [
      { ...LETTER, scope: '항고서 작성과 제출', terms: '특약' },
      { ...LETTER, fee: 300_000 },
    ],
    stored: { ...LETTER, scope: '항고서 작성과 제출', terms: '특약' },
  },
  'a deadline of a case': {
    path: `orders/${order.id}/deadlines/${deadline.id}`,
    before: DEADLINE,
    bodies: [{ title: '의견서 제출' }, { last_day: '2026-12-03' }],
    stored: { ...DEADLINE, title: '의견서 제출' },
  },
  'a paper of a case': {
    path: `orders/${order.id}/papers/${paper.id}`,
    before: PAPER,
    bodies: [{ why: '항고서에 붙입니다.' }, { filing: true }],
    stored: { ...PAPER, why: '항고서에 붙입니다.' },
  },
  'who takes a case': {
    path: `orders/${order.id}/assignee`,
    before: null,
    bodies: [{ user_id: lawyer.id }, { user_id: clerk.id }],
    stored: lawyer.id,
  },
  'the order of the steps of a case': {
    path: `orders/${order.id}/steps/positions`,
    before: steps,
    bodies: [{ step_ids: [third, first, second] }, { step_ids: [second, first, third] }],
    stored: [third, first, second],
  },
};

it.each(Object.entries(FORMS))('%s: the second tab conflicts instead of undoing the first', async (_name, form) => {
  const [early, late] = form.bodies;
  const put = (body: object, seen: unknown) => admin.client.put(`/api/admin/${form.path}`, { ...body, seen });
  expect((await put(early, form.before)).statusCode).toBe(200);
  const refused = await put(late, form.before);
  expectError(refused, 409, 'VERSION_CONFLICT');
  expect(refused.json().current).toEqual(form.stored);
  expect((await put(late, refused.json().current)).statusCode).toBe(200);
  // A caller that sends nothing of what it saw is the last to write.
  expect((await put(early, undefined)).statusCode).toBe(200);
});

type Document = {
  paths: Record<string, { put?: { requestBody?: object } }>;
  components: { schemas: Record<string, object> };
};

/** Calls of staff that replace something but need no conflict, by the reason. */
const WITHOUT = {
  'one value that the body names, such as a switch': ['users/{id}/role', 'users/{id}/active', 'saved-filters/{id}'],
  'a place of its own is kept for each administrator': ['consultations/{id}/read', 'push'],
  'the state that is stored decides whether the move is allowed': ['orders/{id}', 'orders/{id}/questions/{set}'],
  'a call has one time, which the customer may move too, and each is notified': ['orders/{id}/callback'],
};

it('every call of staff that replaces something can say what was seen', async () => {
  const { paths, components } = (await shop.client().get('/api/openapi.json')).json<Document>();
  const namesSeen = (body: object | undefined) => {
    const name = /schemas\/([\w-]+)/.exec(JSON.stringify(body))?.[1] ?? '';
    return /"(?:version|base_version|seen)":/.test(JSON.stringify(components.schemas[name] ?? body));
  };
  const blind = Object.entries(paths)
    .filter(([path, { put }]) => path.startsWith('/api/admin/') && put && !namesSeen(put.requestBody))
    .map(([path]) => path.replace('/api/admin/', ''));
  expect(blind.toSorted()).toEqual(Object.values(WITHOUT).flat().toSorted());
});
