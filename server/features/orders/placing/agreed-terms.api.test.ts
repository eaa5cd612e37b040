import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ERRORS, type ErrorCode } from '#shared/contract/errors.ts';
import type { TermsReference } from '#shared/features/terms/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { PLAN } from '#tests/support/app/factories.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

function expectRefused(response: LightMyRequestResponse, code: ErrorCode): void {
  expect(response.json()).toMatchObject({ code });
  expect(response.statusCode).toBe(ERRORS[code].status);
}

let made = 0;
async function makeTerms(title = '시험 약관'): Promise<string> {
  made += 1;
  const filename = `order-${made}.html`;
  const response = await admin.client.post('/api/admin/terms', { filename, title, html: '<p>첫 글</p>' });
  expect(response.statusCode).toBe(201);
  return filename;
}

async function change(filename: string, base_version = 1): Promise<void> {
  const body = { html: '<p>바뀐 글</p>', base_version };
  expect((await admin.client.put(`/api/admin/terms/${filename}`, body)).statusCode).toBe(200);
}

/** Builds a buyer and a service with these sections, as they are stored. */
async function buildFixture(...sections: object[]) {
  const service = await shop.buildService({ requires_soldier: false });
  await sql`update services set description = ${JSON.stringify({ sections })}::jsonb where id = ${service.id}`.execute(
    shop.db,
  );
  const client = await shop.client().as(await shop.buildUser());
  const body = { service_id: service.id, selected_plan: PLAN.name, price: PLAN.price };
  return { client, body, service };
}

type Fixture = Awaited<ReturnType<typeof buildFixture>>;

async function place({ client, body }: Fixture, agreed_terms?: unknown): Promise<number> {
  const response = await client.post('/api/orders', { ...body, ...(agreed_terms !== undefined && { agreed_terms }) });
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
  return response.json().orderId;
}

async function agreedIn({ client }: Fixture, orderId: number): Promise<TermsReference[] | null> {
  const { agreed_terms } = (await client.get(`/api/orders/${orderId}`)).json();
  expect((await admin.client.get(`/api/admin/orders/${orderId}`)).json().agreed_terms).toEqual(agreed_terms);
  const mine = (await client.get('/api/orders/my')).json<{ id: number; agreed_terms: unknown }[]>();
  expect(mine.find(({ id }) => id === orderId)?.agreed_terms).toEqual(agreed_terms);
  return agreed_terms;
}

describe('the terms of an order', () => {
  it('are the current versions when it is placed, and stay when the texts change', async () => {
    const filename = await makeTerms();
    await change(filename);
    const other = await makeTerms('다른 약관');
    const buyer = await buildFixture(
      { type: 'tos', filename: other },
      { type: 'heading', content: '소제목', filename: 'case-terms.html' },
      { type: 'tos', filename, content: '동의합니다.' },
    );
    const orderId = await place(buyer);
    const agreed = [
      { filename, title: '시험 약관', version: 2 },
      { filename: other, title: '다른 약관', version: 1 },
    ];
    expect(await agreedIn(buyer, orderId)).toEqual(agreed);
    await change(filename, 2);
    await change(other);
    expect(await agreedIn(buyer, orderId)).toEqual(agreed);
    const text = await buyer.client.get(`/terms/${other}?version=1`);
    expect(text.body).toBe('<p>첫 글</p>');
  });

  it('are empty for a service without terms, and contain no unknown file', async () => {
    const plain = await buildFixture();
    expect(await agreedIn(plain, await place(plain))).toEqual([]);
    const absent = await buildFixture({ type: 'tos', filename: 'nothing.html' }, { type: 'tos' });
    expect(await agreedIn(absent, await place(absent))).toEqual([]);
    const strange = await buildFixture();
    await sql`update services set description = ${'"글"'}::jsonb where id = ${strange.service.id}`.execute(shop.db);
    expect(await agreedIn(strange, await place(strange))).toEqual([]);
  });

  it('are listed once for several sections with the same file', async () => {
    const filename = await makeTerms();
    const buyer = await buildFixture({ type: 'tos', filename }, { type: 'tos', filename });
    expect(await agreedIn(buyer, await place(buyer))).toHaveLength(1);
  });

  it('are null for an order older than the column', async () => {
    const user = await shop.buildUser();
    const order = await shop.buildOrder({ user });
    const client = await shop.client().as(user);
    expect((await client.get(`/api/orders/${order.id}`)).json().agreed_terms).toBeNull();
  });

  it('are compared with the versions shown on the page', async () => {
    const filename = await makeTerms();
    const buyer = await buildFixture({ type: 'tos', filename });
    const orderId = await place(buyer, [{ filename, version: 1 }]);
    expect(await agreedIn(buyer, orderId)).toEqual([{ filename, title: '시험 약관', version: 1 }]);
    await change(filename);
    const before = await shop.countRows();
    for (const shown of [
      [{ filename, version: 1 }],
      [{ filename, version: 3 }],
      [{ filename: 'case-terms.html', version: 1 }],
      [
        { filename, version: 2 },
        { filename: 'case-terms.html', version: 1 },
      ],
      [],
    ]) {
      expectRefused(await buyer.client.post('/api/orders', { ...buyer.body, agreed_terms: shown }), 'TERMS_CHANGED');
    }
    expect(await shop.countRows()).toEqual(before);
    await place(buyer, [{ filename, version: 2 }]);
  });

  it('cause a new order when they have changed', async () => {
    const filename = await makeTerms();
    const buyer = await buildFixture({ type: 'tos', filename });
    const first = await place(buyer);
    expect(await place(buyer)).toBe(first);
    await change(filename);
    const second = await place(buyer);
    expect(second).not.toBe(first);
    expect(await agreedIn(buyer, first)).toMatchObject([{ version: 1 }]);
    expect(await agreedIn(buyer, second)).toMatchObject([{ version: 2 }]);
  });

  it.each([
    ['case-terms.html'],
    [{ filename: 'case-terms.html' }],
    [[{ filename: 1, version: 1 }]],
    [[{ filename: 'a', version: '1' }]],
  ])('are refused as %j', async (agreed_terms) => {
    const buyer = await buildFixture();
    const response = await buyer.client.post('/api/orders', { ...buyer.body, agreed_terms });
    expect(response.json().code).toBe('VALIDATION_FAILED');
  });
});
