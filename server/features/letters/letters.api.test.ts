import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '#server/db/transaction.ts';
import { eraseEverywhere } from '#server/registry/features.ts';
import type { PersonalData } from '#shared/features/accounts/personal-data-schemas.ts';
import type { Letter } from '#shared/features/letters/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import { enrolTotp } from '#tests/support/factors/second-factor.ts';
import { buildLetterCase, LETTER, type LetterCase, type Signer } from '#tests/support/letters/letter-case.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-27T00:00:00Z');
const clock = createTestClock(NOW);
const shop = await setUpTestApp({ clock });
const admin = await buildAdmin(shop);
const build = (options = {}) => buildLetterCase(shop, admin.client, options);

beforeEach(async () => {
  clock.set(NOW);
  await shop.db.deleteFrom('rate_limits').execute();
});

/** Sends a signature with a fresh identity check, changed in parts. */
async function sign(here: LetterCase, who: Signer, changes: object = {}) {
  return who.client.post(here.path('sign'), { ...(await here.signing(who)), ...changes });
}

const stateOf = async (here: LetterCase) => (await here.read(here.client)).state;

describe('the way of a letter', () => {
  it('goes from a draft that staff alone see to the signatures of client, payer and firm', async () => {
    const here = await build();
    const draft = (await here.staff('', LETTER, 'PUT')).json();
    expect(draft).toMatchObject({ state: 'draft', sha256: null, offered_at: null, ...LETTER, signatures: [] });
    expect(draft.html).toContain('징계 항고서');
    expectError(await here.client.client.get(`/api/orders/${here.orderId}/letter`), 404, 'LETTER_NOT_FOUND');
    const read = await admin.client.get(`/api/admin/orders/${here.orderId}/letter`);
    expect(read.json()).toMatchObject({ state: 'draft', ...LETTER });
    expect(await admin.audit('order.view_letter')).toMatchObject([{ subject_id: String(here.orderId) }]);
    const changed = { ...LETTER, scope: '징계 항고서 <b>작성</b>', terms: '특약 하나\n특약 둘' };
    expect((await admin.client.put(`/api/admin/orders/${here.orderId}/letter`, changed)).json().html).toContain(
      '&lt;b&gt;작성&lt;/b&gt;',
    );

    const offered = (await here.staff('offer')).json();
    expect(offered).toMatchObject({ state: 'offered', waits_for: ['client', 'payer', 'firm'] });
    expect(Date.parse(offered.expires_at) - Date.parse(offered.offered_at)).toBe(14 * DAY_MS);
    expect(offered.payer_sheet).toMatchObject({ state: 'offered', signatures: [] });

    const shown = await here.read(here.client);
    expect(shown).toMatchObject({ id: offered.id, state: 'offered', has_pdf: false, seal: null });
    expect(shown).not.toHaveProperty('payer_sheet');
    expect(createHash('sha256').update(shown.html).digest('hex')).toBe(shown.sha256);
    const toPayer = await here.readAsPayer();
    expect(Object.keys(toPayer)).toEqual(['payer_sheet']);
    expect(toPayer.payer_sheet.html).toContain('비용 부담 확인서');

    expectError(await here.staff('sign'), 409, 'LETTER_STATE');
    const signed = await sign(here, here.client);
    expect(signed.statusCode, signed.body).toBe(200);
    expect(signed.json()).toMatchObject({
      state: 'signed_by_client',
      signatures: [{ role: 'client', name: here.client.person.name, at: NOW.toISOString() }],
    });
    expect((await here.staff('sign')).json()).toMatchObject({ state: 'signed_by_firm', waits_for: ['payer'] });
    expect((await sign(here, here.payer)).json()).toMatchObject({
      payer_sheet: { state: 'signed_by_payer', signatures: [{ role: 'payer', name: here.payer.person.name }] },
    });
    const row = await shop.db.selectFrom('letters').selectAll().where('order_id', '=', here.orderId).executeTakeFirst();
    expect(row).toMatchObject({ state: 'signed_by_firm', completed_at: NOW });
    const acts = (await admin.audit('order.')).filter(({ subject_id }) => subject_id === String(here.orderId));
    for (const act of ['draft_letter', 'update_letter', 'offer_letter', 'sign_letter']) {
      expect(acts.map(({ action }) => action)).toContain(`order.${act}`);
    }
  });

  it('is named in the case room of those who sign it, which is no reading of it', async () => {
    const here = await build();
    const roomOf = async ({ client }: Signer) => (await client.get(`/api/orders/${here.orderId}`)).json().letter;
    expect(await roomOf(here.client)).toBeNull();
    const { expires_at } = await here.offer();
    const letter = { document: 'letter', state: 'offered', is_my_turn: true, expires_at };
    expect(await roomOf(here.client)).toEqual({ ...letter, waits_for: ['client', 'payer', 'firm'] });
    const sheet = { document: 'payer_sheet', state: 'offered', is_my_turn: true, waits_for: ['payer'], expires_at };
    expect(await roomOf(here.payer)).toEqual(sheet);
    const guardian = await here.addGuardian();
    expect(await roomOf(guardian)).toMatchObject({ document: 'letter', is_my_turn: false });
    const reads = shop.db.selectFrom('letter_events').select('id').where('kind', '=', 'read');
    const of = shop.db.selectFrom('letters').select('id').where('order_id', '=', here.orderId);
    expect(await reads.where('letter_id', 'in', of).execute()).toEqual([]);
    await sign(here, here.client);
    expect(await roomOf(here.client)).toMatchObject({ state: 'signed_by_client', is_my_turn: false });
    // The payer does not learn from the own sheet that the client has signed.
    expect(await roomOf(here.payer)).toEqual(sheet);
    await sign(here, here.payer);
    expect(await roomOf(here.payer)).toEqual({
      ...sheet,
      state: 'signed_by_payer',
      is_my_turn: false,
      waits_for: [],
    });
  });

  it('needs no sheet where the buyer is the client', async () => {
    const here = await build({ relationship: '본인' });
    await here.offer();
    expect((await here.read(here.client)).waits_for).toEqual(['client', 'firm']);
    expect((await sign(here, here.client)).statusCode).toBe(200);
    expect((await here.staff('sign')).json()).toMatchObject({ waits_for: [], payer_sheet: null });
  });

  it('is replaced by a new draft, and the client keeps the last offer until the next', async () => {
    const here = await build();
    await here.offer();
    const before = await here.signing(here.client);
    expect((await here.staff('', LETTER)).json()).toMatchObject({ state: 'draft' });
    expect(await stateOf(here)).toBe('replaced');
    expectError(await here.staff('', LETTER), 409, 'LETTER_STATE');
    await here.offer();
    expectError(
      await here.client.client.post(`/api/orders/${here.orderId}/letter/sign`, before),
      409,
      'LETTER_CHANGED',
    );
    expect(await stateOf(here)).toBe('offered');
  });

  it('is withdrawn, which ends it', async () => {
    const here = await build();
    await here.offer();
    const body = await here.signing(here.client);
    const withdrawn = await admin.client.post(`/api/admin/orders/${here.orderId}/letter/withdraw`);
    expect(withdrawn.json()).toMatchObject({ state: 'withdrawn' });
    expectError(await here.client.client.post(here.path('sign'), body), 409, 'LETTER_STATE');
    expectError(await here.staff('withdraw'), 409, 'LETTER_STATE');
    expectError(await here.staff('offer'), 409, 'LETTER_STATE');
    expectError(await here.staff('', LETTER, 'PUT'), 409, 'LETTER_STATE');
  });

  it('binds the client who has signed it: leaving is for the firm then', async () => {
    const here = await build();
    const leave = () => here.client.client.delete(`/api/orders/${here.orderId}/participants/me`);
    await here.offer();
    await sign(here, here.client);
    expectError(await leave(), 409, 'LETTER_SIGNED');
    expect((await here.read(here.client)).state).toBe('signed_by_client');
    expect((await here.staff('withdraw')).statusCode).toBe(200);
    expect((await leave()).statusCode).toBe(200);
  });

  it('expires 14 days after the offer', async () => {
    const here = await build();
    await here.offer();
    clock.advance(14 * DAY_MS - 1);
    expect(await stateOf(here)).toBe('offered');
    const body = await here.signing(here.client);
    clock.advance(1);
    expect(await stateOf(here)).toBe('expired');
    expectError(await here.client.client.post(here.path('sign'), body), 409, 'LETTER_EXPIRED');
    expectError(await here.client.client.post(here.path('decline'), { reason: '늦음' }), 409, 'LETTER_EXPIRED');
    expect((await here.staff('', LETTER)).statusCode).toBe(201);
  });

  it.each(['client', 'payer'] as const)('is declined by the %s with a reason that staff read', async (role) => {
    const here = await build();
    const { client } = here[role];
    await here.offer();
    const blank = await client.post(`/api/orders/${here.orderId}/letter/decline`, { reason: ' ' });
    expectError(blank, 400, 'VALIDATION_FAILED');
    const reason = '먼저 통화하고 싶습니다.';
    const declined = await client.post(here.path('decline'), { reason });
    expect(declined.json().payer_sheet ?? declined.json()).toMatchObject({ state: 'declined' });
    expect(declined.body).not.toContain(reason);
    expectError(await client.post(here.path('decline'), { reason }), 409, 'LETTER_STATE');
    const read = await admin.client.get(`/api/admin/orders/${here.orderId}/letter`);
    expect(read.json()).toMatchObject({ state: 'declined', declined: { by: role, reason } });
    expect((await here.staff('', LETTER)).json()).toMatchObject({ state: 'draft' });
    const rows = await shop.db.selectFrom('letters').selectAll().where('order_id', '=', here.orderId).execute();
    expect(rows.some(({ reason_sealed }) => reason_sealed?.includes(reason))).toBe(false);
  });
});

describe('POST /api/orders/{id}/letter/sign', () => {
  it('is 200 again for the same client_id, also after all have signed, and signs once', async () => {
    const here = await build();
    await here.offer();
    const body = await here.signing(here.client);
    const answers = await Promise.all([0, 1, 2].map(() => here.client.client.post(here.path('sign'), body)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    await here.staff('sign');
    expect((await here.client.client.post(here.path('sign'), body)).json()).toMatchObject({ state: 'signed_by_firm' });
    expectError(await sign(here, here.client), 409, 'LETTER_STATE');
    const signatures = await shop.db.selectFrom('letter_signatures').select('id').where('role', '=', 'client');
    expect(await signatures.where('user_id', '=', here.client.user.id).execute()).toHaveLength(1);
    const sheet = await here.signing(here.payer);
    const other = { ...sheet, client_id: body.client_id };
    expect((await here.payer.client.post(here.path('sign'), other)).statusCode).toBe(200);
  });

  it('is refused for another text, sentence or name, and nothing is written', async () => {
    const here = await build();
    await here.offer();
    const good = await here.signing(here.client);
    const send = (changes: object) => here.client.client.post(here.path('sign'), { ...good, ...changes });
    expectError(await send({ sha256: 'a'.repeat(64) }), 409, 'LETTER_CHANGED');
    expectError(await send({ letter_id: (await here.readAsPayer()).payer_sheet.id }), 409, 'LETTER_CHANGED');
    expectError(await send({ consent: '동의합니다.' }), 400, 'VALIDATION_FAILED');
    expectError(await send({ name: '다른사람' }), 400, 'NAME_MISMATCH');
    for (const missing of Object.keys(good)) {
      expectError(await send({ [missing]: undefined }), 400, 'VALIDATION_FAILED');
    }
    expectError(await send({ mark: '<svg>' }), 400, 'VALIDATION_FAILED');
    expect(await stateOf(here)).toBe('offered');
    expect((await send({ mark: 'M0,0L1,1' })).json()).toMatchObject({ state: 'signed_by_client' });
  });

  it('needs the consent to sensitive data of the client, not of the payer', async () => {
    const here = await build();
    await here.offer();
    await shop.db.deleteFrom('case_consents').where('order_id', '=', here.orderId).execute();
    expectError(await sign(here, here.client), 403, 'CONSENT_REQUIRED');
    expect((await sign(here, here.payer)).statusCode).toBe(200);
  });

  it('takes each identity check once, for one act and of the person alone', async () => {
    const here = await build();
    await here.offer();
    const body = await here.signing(here.client);
    const usedForPhone = { authentication_id: body.authentication_id, receipt_id: body.receipt_id };
    expect((await here.client.client.post('/api/auth/identity/confirm', usedForPhone)).statusCode).toBe(200);
    expectError(await here.client.client.post(here.path('sign'), body), 409, 'IDENTITY_USED');
    const foreign = await here.signing(here.payer);
    const asClient = { ...body, authentication_id: foreign.authentication_id, receipt_id: foreign.receipt_id };
    expectError(await here.client.client.post(here.path('sign'), asClient), 400, 'IDENTITY_MISMATCH');
    const mother = { ...here.client, person: { ...here.client.person, name: here.payer.person.name } };
    const byMother = { ...(await here.signing(mother)), name: here.client.person.name };
    expectError(await here.client.client.post(here.path('sign'), byMother), 400, 'IDENTITY_MISMATCH');
    const late = await here.signing(here.client);
    clock.advance(30 * 60_000);
    expectError(await here.client.client.post(here.path('sign'), late), 409, 'IDENTITY_EXPIRED');
    const open = await here.client.client.post('/api/auth/identity');
    const unproven = { ...late, authentication_id: open.json().authentication_id, receipt_id: 'none' };
    expectError(await here.client.client.post(here.path('sign'), unproven), 409, 'IDENTITY_NOT_PROVEN');
    expect((await sign(here, here.client)).statusCode).toBe(200);
    const spent = await here.signing(here.client);
    expectError(
      await here.client.client.post('/api/auth/identity/confirm', {
        authentication_id: spent.authentication_id,
        receipt_id: body.receipt_id,
      }),
      409,
      'IDENTITY_USED',
    );
  });

  it('asks a minor’s guardians before the firm', async () => {
    const here = await build();
    await here.offer();
    const minor = { ...here.client, person: { ...here.client.person, birth: '2007-11-28' } };
    expect((await sign(here, minor)).json()).toMatchObject({ waits_for: ['guardian', 'guardian', 'payer', 'firm'] });
    expectError(await here.staff('sign'), 409, 'LETTER_STATE');
    const [first, second] = [await here.addGuardian(), await here.addGuardian()];
    expect((await sign(here, first)).json()).toMatchObject({ waits_for: ['guardian', 'payer', 'firm'] });
    expectError(await sign(here, first), 409, 'LETTER_STATE');
    expect((await sign(here, second)).json()).toMatchObject({ waits_for: ['payer', 'firm'] });
    expect((await here.staff('sign')).json()).toMatchObject({ state: 'signed_by_firm' });
    const row = await shop.db.selectFrom('letters').selectAll().where('order_id', '=', here.orderId).executeTakeFirst();
    expect(row?.is_minor).toBe(true);
    expect(JSON.stringify(row)).not.toContain('2007');
  });
});

it('takes the word of a guardian who is the only one, and of no other person', async () => {
  const here = await build();
  await here.offer();
  const minor = { ...here.client, person: { ...here.client.person, birth: '2007-11-28' } };
  await sign(here, minor);
  for (const who of [here.client, here.payer]) {
    expectError(await who.client.put(here.path('custody'), { sole: true }), 404, 'LETTER_NOT_FOUND');
  }
  const guardian = await here.addGuardian();
  const put = (body: object) => guardian.client.put(`/api/orders/${here.orderId}/letter/custody`, body);
  expectError(await put({ sole: 'yes' }), 400, 'VALIDATION_FAILED');
  expect((await put({ sole: true })).json()).toMatchObject({ waits_for: ['guardian', 'payer', 'firm'] });
  expect((await put({ sole: false })).json<Letter>().waits_for).toEqual(['guardian', 'guardian', 'payer', 'firm']);
  await put({ sole: true });
  expect((await sign(here, guardian)).json()).toMatchObject({ waits_for: ['payer', 'firm'] });
  expect((await here.staff('sign')).json()).toMatchObject({ state: 'signed_by_firm' });
  expectError(await put({ sole: false }), 409, 'LETTER_STATE');
});

describe('who reads a letter', () => {
  it('hides it from other customers, and shows it to the payer only while a client shares it', async () => {
    const here = await build();
    await here.offer();
    const other = await shop.client().as(await shop.buildUser());
    expectError(await other.get(here.path()), 404, 'ORDER_NOT_FOUND');
    const sheetAlone = { payer_sheet: expect.objectContaining({ state: 'offered' }) };
    expect(await here.readAsPayer()).toEqual(sheetAlone);
    await shop.db
      .updateTable('participants')
      .set({ shares: ['letter'] })
      .where('order_id', '=', here.orderId)
      .where('role', '=', 'payer')
      .execute();
    expect(await here.readAsPayer()).toMatchObject({ state: 'offered', payer_sheet: { state: 'offered' } });
    // As before the client has joined.
    await shop.db.deleteFrom('participants').where('order_id', '=', here.orderId).execute();
    expect(await here.readAsPayer()).toEqual(sheetAlone);
    expectError(await here.payer.client.get(`${here.path()}.pdf`), 404, 'LETTER_NOT_FOUND');
  });

  it('keeps its words and signatures encrypted', async () => {
    const here = await build();
    await here.offer();
    await sign(here, here.client);
    const tables = await Promise.all([
      shop.db.selectFrom('letters').selectAll().execute(),
      shop.db.selectFrom('letter_documents').selectAll().execute(),
      shop.db.selectFrom('letter_signatures').selectAll().execute(),
    ]);
    const sealed = tables.flat().flatMap((row) => Object.values(row).filter((value) => Buffer.isBuffer(value)));
    expect(sealed.length).toBeGreaterThan(4);
    for (const bytes of sealed) {
      for (const word of [LETTER.scope, here.client.person.name, '수임계약서'])
        expect(bytes.includes(word)).toBe(false);
    }
  });

  it('gives signers their own signatures in their data, and withdraws an offer when the client leaves', async () => {
    const here = await build();
    await here.offer();
    await sign(here, here.payer);
    const file = (await here.payer.client.get('/api/auth/personal-data')).json<PersonalData>();
    expect(file.signatures).toMatchObject([{ document: 'payer_sheet', role: 'payer', name: here.payer.person.name }]);
    await transaction(shop.db, (trx) => eraseEverywhere(trx, here.client.user, NOW));
    const row = await shop.db.selectFrom('letters').selectAll().where('order_id', '=', here.orderId).executeTakeFirst();
    expect(row?.state).toBe('withdrawn');
  });
});

describe('a character that the font lacks', () => {
  const detailsOf = (response: { json: () => { details?: { path: string; message: string }[] } }) =>
    response.json().details;

  it('is refused at the offer, with the field and the character, and the draft stays', async () => {
    const here = await build({ names: { client: '김본보기', payer: '이𠮷보기' }, scope: '항고 \u{1F600} 작성' });
    const refused = await here.staff('offer');
    expectError(refused, 400, 'LETTER_CHARACTERS');
    expect(detailsOf(refused)).toEqual([
      { path: 'scope', message: '맡기는 일에 문서로 쓸 수 없는 글자: \u{1F600}' },
      { path: 'payer', message: '비용을 내는 사람의 이름에 문서로 쓸 수 없는 글자: 𠮷' },
    ]);
    const draft = await admin.client.get(`/api/admin/orders/${here.orderId}/letter`);
    expect(draft.json()).toMatchObject({ state: 'draft', sha256: null });
  });

  it('is not found in rare syllables', async () => {
    const names = { client: '뷁쀍꿻', payer: '가나다라마바사아자차카타파하거너더러머버' };
    const here = await build({ names, scope: '㈜본보기의 일' });
    expect(await here.offer()).toMatchObject({ state: 'offered' });
  });

  it('is refused in the name of a lawyer who signs', async () => {
    const here = await build();
    await here.offer();
    await sign(here, here.client);
    const lawyer = await shop.client().as(await shop.buildUser({ role: 'admin', fullname: '성𠮷춘' }));
    const refused = await lawyer.post(`/api/admin/orders/${here.orderId}/letter/sign`);
    expectError(refused, 400, 'LETTER_CHARACTERS');
    expect(detailsOf(refused)).toMatchObject([{ path: 'name' }]);
  });
});

describe('the firm', () => {
  it('needs a paid order, the right, and a fee without stamp tax', async () => {
    const here = await build();
    expectError(await here.staff('', { ...LETTER, fee: 10_000_001 }, 'PUT'), 400, 'VALIDATION_FAILED');
    expectError(await here.staff('', { ...LETTER, scope: '' }, 'PUT'), 400, 'VALIDATION_FAILED');
    const unpaid = await shop.buildOrder({ status: 'pending' });
    expectError(await admin.client.post(`/api/admin/orders/${unpaid.id}/letter`, LETTER), 409, 'ORDER_NOT_PAID');
    const accountant = await shop.client().as(await shop.buildUser({ role: 'admin', permissions: ['money'] }));
    expect((await accountant.post(`/api/admin/orders/${here.orderId}/letter/offer`)).statusCode).toBe(403);
  });

  it('signs with a second factor of the last minutes', async () => {
    const here = await build();
    await here.offer();
    await sign(here, here.client);
    const lawyer = await shop.buildUser({ role: 'admin', fullname: '성춘향' });
    const client = await shop.client().as(lawyer);
    await enrolTotp(shop, client);
    clock.advance(11 * 60_000);
    expectError(await client.post(`/api/admin/orders/${here.orderId}/letter/sign`), 403, 'STEP_UP_REQUIRED');
  });
});
