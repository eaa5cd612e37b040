import { constants, deflateSync } from 'node:zlib';
import { PDF, rgb } from '@libpdf/core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildCustomer, openConversation } from '#tests/support/app/consultations.ts';
import { fileForm, picture } from '#tests/support/app/pictures.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const printed: string[] = [];
const shop = await setUpTestApp({ env: { LOG_LEVEL: 'warn' }, logTo: { write: (line) => void printed.push(line) } });
const customer = await buildCustomer(shop);

/** Two pages, one upright and one lying. */
async function buildPdf(password?: string): Promise<Buffer> {
  const pdf = PDF.create();
  pdf.addPage({ width: 300, height: 600 });
  pdf.addPage({ width: 600, height: 300 }).drawRectangle({ x: 0, y: 0, width: 600, height: 300, color: rgb(1, 0, 0) });
  if (password !== undefined) pdf.setProtection({ userPassword: password, ownerPassword: `${password}-owner` });
  return Buffer.from(await pdf.save());
}

/** A page whose drawing unfolds to 600 MB. */
function buildBomb(): Buffer {
  const megabyte = deflateSync(Buffer.alloc(2 ** 20), { finishFlush: constants.Z_FULL_FLUSH });
  const drawing = Buffer.concat([megabyte, ...Array<Buffer>(599).fill(megabyte.subarray(2))]);
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R>>',
    `<</Length ${drawing.length}/Filter/FlateDecode>>stream\n${drawing.toString('latin1')}\nendstream`,
  ];
  const written = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.7\n${written}trailer\n<</Size 5/Root 1 0 R>>\n%%EOF`, 'latin1');
}

async function upload(bytes: Buffer, { client } = customer): Promise<number> {
  const { body, headers } = fileForm(bytes);
  const response = await client.post('/api/attachments', body, { headers });
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json<{ id: number }>().id;
}

describe('GET /api/attachments/{id}/pages', () => {
  it('returns the number and sizes of the pages, and each page is an image', async () => {
    const id = await upload(await buildPdf());
    const listed = await customer.client.get(`/api/attachments/${id}/pages`);
    expect(listed.json()).toEqual({
      state: 'open',
      count: 2,
      pages: [
        { width: 300, height: 600 },
        { width: 600, height: 300 },
      ],
    });
    const drawn = await customer.client.get(`/api/attachments/${id}?page=2`);
    expect(drawn.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-store' });
    const image = sharp(drawn.rawPayload);
    expect(await image.metadata()).toMatchObject({ width: 1600, height: 800 });
    const { dominant } = await image.stats();
    expect([dominant.r > 200, dominant.g < 50, dominant.b < 50]).toEqual([true, true, true]);
    expectError(await customer.client.get(`/api/attachments/${id}?page=3`), 404, 'ATTACHMENT_NOT_FOUND');
    expectError(await customer.client.get(`/api/attachments/${id}?page=0`), 400, 'VALIDATION_FAILED');
  });

  it('returns the reason when a file cannot be shown', async () => {
    const locked = await upload(await buildPdf('secret'));
    expect((await customer.client.get(`/api/attachments/${locked}/pages`)).json()).toEqual({
      state: 'locked',
      count: 0,
      pages: [],
    });
    const damaged = await upload(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(3000, 'x')]));
    expect((await customer.client.get(`/api/attachments/${damaged}/pages`)).json()).toMatchObject({ state: 'damaged' });
    expectError(await customer.client.get(`/api/attachments/${damaged}?page=1`), 404, 'ATTACHMENT_NOT_FOUND');
    const photo = await upload(await picture(20, 10).png().toBuffer());
    expectError(await customer.client.get(`/api/attachments/${photo}/pages`), 404, 'ATTACHMENT_NOT_FOUND');
    expectError(await customer.client.get(`/api/attachments/${photo}?page=1`), 404, 'ATTACHMENT_NOT_FOUND');
  });

  it('tries a file that takes all memory once, and shows the files of others after it', async () => {
    const attacker = await buildCustomer(shop);
    const [bomb, id] = [await upload(buildBomb(), attacker), await upload(await buildPdf())];
    for (const time of ['first', 'second']) {
      const read = await attacker.client.get(`/api/attachments/${bomb}/pages`);
      expect(read.json(), time).toMatchObject({ state: 'damaged' });
      expect((await customer.client.get(`/api/attachments/${id}/pages`)).json()).toMatchObject({ state: 'open' });
    }
    expectError(await attacker.client.get(`/api/attachments/${bomb}?page=1`), 404, 'ATTACHMENT_NOT_FOUND');
    expect(printed.filter((line) => line.includes('pages failed'))).toHaveLength(1);
  });

  it('returns 404 to other customers, and records in the audit log once that staff read the file', async () => {
    const id = await upload(await buildPdf());
    await openConversation(customer, { attachment_ids: [id] });
    const other = await buildCustomer(shop);
    for (const path of [`/api/attachments/${id}/pages`, `/api/attachments/${id}?page=1`]) {
      expectError(await other.client.get(path), 404, 'ATTACHMENT_NOT_FOUND');
    }
    const admin = await buildAdmin(shop);
    for (const path of ['/pages', '?page=1', '?page=2']) {
      expect((await admin.client.get(`/api/attachments/${id}${path}`)).statusCode).toBe(200);
    }
    const { count } = await shop.db
      .selectFrom('audit_log')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('action', '=', 'attachment.view')
      .where('subject_id', '=', String(id))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1);
  });
});
