import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { applyRetention } from '#server/registry/apply-retention.ts';
import type { Attachment } from '#shared/features/attachments/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import {
  answer,
  buildCustomer,
  openConversation,
  readEntries,
  readThread,
  say,
  writeNote,
} from '#tests/support/app/consultations.ts';
import { fileForm, HEIC_PHOTO, picture, samsungPhoto } from '#tests/support/app/pictures.ts';
import { compoundFile, sampleFiles, zipFile } from '#tests/support/app/sample-files.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';
import { extensionOf } from './names/stored-name.ts';

const MIB = 1024 * 1024;

const shop = await setUpTestApp({ limits: { filesPerHour: 40, fileMib: 45 } });
const admin = await buildAdmin(shop);

function upload(client: Client, bytes: Uint8Array, wishes: Parameters<typeof fileForm>[1] = {}) {
  const { body, headers } = fileForm(bytes, { filename: '진단서.pdf', type: 'application/pdf', ...wishes });
  return client.post('/api/attachments', body, { headers });
}

async function uploaded(client: Client, bytes: Uint8Array, wishes = {}): Promise<Attachment> {
  const response = await upload(client, bytes, wishes);
  if (response.statusCode !== 201) throw new Error(`${response.statusCode} ${response.body}`);
  return response.json();
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const textOf = (size: number) => Buffer.alloc(size, 'a');

describe('POST /api/attachments', () => {
  it('accepts every kind of file by its content, and returns the same bytes under a name with its extension', async () => {
    const { client } = await buildCustomer(shop);
    const files = {
      ...sampleFiles(),
      'image/jpeg': await picture(20, 10).jpeg().toBuffer(),
      'image/png': await picture(20, 10).png().toBuffer(),
      'image/webp': await picture(20, 10).webp().toBuffer(),
    };
    for (const [type, bytes] of Object.entries(files)) {
      const file = await uploaded(client, bytes, { filename: '../가짜 이름.gif', type: 'text/html' });
      const name = `가짜 이름.gif.${extensionOf(type)}`;
      expect(file, type).toEqual({
        id: expect.any(Number),
        filename: name,
        media_type: type,
        size: bytes.length,
        sha256: sha256(bytes),
        scan: 'off',
        has_preview: /^image\/(jpeg|png|webp|heic)$/.test(type),
      });
      const { rawPayload, headers } = await client.get(`/api/attachments/${file.id}`);
      expect(rawPayload.equals(bytes), type).toBe(true);
      expect(headers).toMatchObject({
        'content-type': expect.stringContaining(type),
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'content-length': String(bytes.length),
        'content-security-policy': expect.stringMatching(/sandbox/),
        'content-disposition': `attachment; filename="file.${extensionOf(type)}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      });
    }
  });

  it('takes Korean text in both encodings', async () => {
    const { client } = await buildCustomer(shop);
    const eucKr = Buffer.from('c1f8bcfabcad0d0a', 'hex');
    for (const bytes of [Buffer.from('\ufeff진술서'), eucKr, Buffer.from('\ufeff진술서', 'utf16le')]) {
      expect(await uploaded(client, bytes)).toMatchObject({ media_type: 'text/plain' });
    }
  });

  it('takes a PDF behind what readers skip', async () => {
    const { client } = await buildCustomer(shop);
    const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(500)]);
    for (const before of [Buffer.from('\ufeff'), Buffer.from('\r\n\r\n')]) {
      const file = await uploaded(client, Buffer.concat([before, pdf]));
      expect(file).toMatchObject({ media_type: 'application/pdf' });
    }
  });

  it('refuses other content, and stores nothing', async () => {
    const { client } = await buildCustomer(shop);
    const before = await shop.countRows();
    const hostile: Record<string, Buffer> = {
      nothing: Buffer.alloc(0),
      program: Buffer.concat([Buffer.from('MZ'), randomBytes(3000)]),
      elf: Buffer.concat([Buffer.from('\u007fELF', 'latin1'), randomBytes(3000)]),
      html: Buffer.from('<!doctype html><script>alert(1)</script>'),
      svg: Buffer.from('\n<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      xml: Buffer.from('<?xml version="1.0"?><HWPML/>'),
      'PDF behind junk': Buffer.concat([Buffer.from([1, 2, 3]), Buffer.from('%PDF-1.4')]),
      installer: compoundFile(['Property', 'Feature']),
      'compound file that is cut off': compoundFile(['WordDocument']).subarray(0, 600),
      'compound file that loops': Buffer.concat([
        compoundFile(['a', 'b', 'c', 'd']).subarray(0, 512),
        Buffer.alloc(512, 1),
        Buffer.alloc(512),
      ]),
      jar: zipFile({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0' }),
      gif: Buffer.from('GIF89a'),
      mov: Buffer.concat([Buffer.from([0, 0, 0, 20]), Buffer.from('ftypqt  \0\0\0\0qt  '), Buffer.alloc(64)]),
      wav: Buffer.from('RIFF\u0024\0\0\0WAVEfmt '),
      amr: Buffer.from('#!AMR\n\0\0'),
      'document with a password': compoundFile(['EncryptionInfo', 'EncryptedPackage']),
      'random bytes': randomBytes(5000),
    };
    for (const [name, bytes] of Object.entries(hostile)) {
      const response = await upload(client, bytes, { filename: '문서.pdf' });
      expect([name, response.statusCode, response.json().code]).toEqual([name, 400, 'FILE_TYPE']);
      // It says what is taken, and how to convert the rest.
      expect(response.json().error).toMatch(/HEIC.*MOV.*MP4.*AMR.*암호/);
    }
    expect(await shop.countRows()).toEqual(before);
  });

  it('accepts 20 MiB and not a byte more, with or without a content length', async () => {
    const { client } = await buildCustomer(shop);
    const most = await uploaded(client, textOf(20 * MIB));
    expect(most).toMatchObject({ size: 20 * MIB, sha256: sha256(textOf(20 * MIB)) });
    expect((await client.get(`/api/attachments/${most.id}`)).rawPayload.length).toBe(20 * MIB);
    const before = await shop.countRows();
    expectError(await upload(client, textOf(20 * MIB + 1)), 413, 'FILE_TOO_LARGE');
    expectError(await upload(client, textOf(21 * MIB)), 413, 'FILE_TOO_LARGE');
    expect(await shop.countRows()).toEqual(before);
  });

  it('refuses forms without the file, and forms that are cut off', async () => {
    const { client } = await buildCustomer(shop);
    const { body, headers } = fileForm(Buffer.from('글'));
    const before = await shop.countRows();
    expectError(await upload(client, Buffer.from('글'), { field: 'other' }), 400, 'VALIDATION_FAILED');
    expectError(await client.post('/api/attachments', { file: 'x' }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    expectError(await client.post('/api/attachments', body.subarray(0, -30), { headers }), 400, 'BAD_REQUEST');
    expect(await shop.countRows()).toEqual(before);
  });

  it('takes the extension of the content, and refuses the text of a program', async () => {
    const { client } = await buildCustomer(shop);
    const bytes = await picture(20, 10).jpeg().toBuffer();
    const file = await uploaded(client, bytes, { filename: '증거.jpg.hta' });
    expect(file.filename).toBe('증거.jpg');
    const { headers } = await client.get(`/api/attachments/${file.id}`);
    const name = encodeURIComponent('증거.jpg');
    expect(headers['content-disposition']).toBe(`attachment; filename="file.jpg"; filename*=UTF-8''${name}`);
    const quoted = await uploaded(client, bytes, { filename: '%22증거%22%0D%0A 1%2.jpg' });
    expect(quoted.filename).toBe('증거 1%2.jpg');
    const before = await shop.countRows();
    for (const filename of ['증거.hta', '진술서.js', '자료.bat', '홈페이지.url', '자료.cmd. ']) {
      expectError(await upload(client, Buffer.from('글'), { filename }), 400, 'FILE_TYPE');
    }
    expect(await shop.countRows()).toEqual(before);
  });

  it('refuses a second file, and stores neither', async () => {
    const { client } = await buildCustomer(shop);
    const before = await shop.countRows();
    for (const fields of [
      ['file', 'file'],
      ['file', 'other'],
    ]) {
      const parts = fields.map((field) =>
        fileForm(Buffer.from('글'), { field, filename: '글.txt', type: 'text/plain' }),
      );
      const [first, second] = parts;
      if (!first || !second) throw new Error('two forms');
      const end = Buffer.byteLength('--\r\n');
      const opening = Buffer.byteLength('\r\n');
      const body = Buffer.concat([first.body.subarray(0, -end), Buffer.alloc(opening, '\r\n'), second.body]);
      // The second form begins with its own delimiter.
      const form = Buffer.from(body.toString().replace('------sample\r\n------sample', '------sample'));
      expectError(await client.post('/api/attachments', form, { headers: first.headers }), 400, 'BAD_REQUEST');
    }
    expect(await shop.countRows()).toEqual(before);
  });

  it('refuses administrators without `consultations`', async () => {
    const bookkeeper = await shop.buildUser({ role: 'admin', permissions: ['money'] });
    const response = await upload(await shop.client().as(bookkeeper), Buffer.from('글'));
    expect([response.statusCode, response.json().code]).toEqual([403, 'PERMISSION_REQUIRED']);
  });

  it('counts the files of a customer in an hour, refused ones too, but not those of administrators', async () => {
    const { client } = await buildCustomer(shop);
    for (let time = 0; time < 20; time += 1) await uploaded(client, Buffer.from('글'));
    for (let time = 0; time < 20; time += 1) expectError(await upload(client, randomBytes(500)), 400, 'FILE_TYPE');
    expectError(await upload(client, Buffer.from('글')), 429, 'TOO_MANY_REQUESTS');
    for (let time = 0; time < 42; time += 1) await uploaded(admin.client, Buffer.from('글'));
  });

  it('counts the bytes of a customer, stored and in a day', async () => {
    const { client, user } = await buildCustomer(shop);
    const files = await Promise.all([0, 1, 2].map(() => upload(client, textOf(14 * MIB))));
    expect(files.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    const full = await upload(client, textOf(4 * MIB));
    expectError(full, 429, 'FILE_QUOTA');
    expect(Number(full.headers['retry-after'])).toBeGreaterThan(0);
    await shop.db.deleteFrom('attachments').where('owner_id', '=', user.id).execute();
    expectError(await upload(client, textOf(4 * MIB)), 429, 'TOO_MANY_REQUESTS');
  });
});

describe('GET /api/attachments/{id}', () => {
  it('is 404 with one body for all but the uploader, the participants and administrators', async () => {
    const customer = await buildCustomer(shop);
    const other = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    const unused = await uploaded(customer.client, Buffer.from('초안'));
    const sent = await uploaded(customer.client, Buffer.from('증거'));
    await say(customer, id, '', { attachment_ids: [sent.id] });
    const reply = await uploaded(admin.client, Buffer.from('답변서'));
    await answer(admin, id, '답변서입니다.', { attachment_ids: [reply.id] });
    const noted = await uploaded(admin.client, Buffer.from('내부 검토'));
    await writeNote(admin, id, '', { attachment_ids: [noted.id] });
    const draft = await uploaded(admin.client, Buffer.from('쓰는 중'));
    const statuses = async (client: Client) =>
      Promise.all(
        [unused, sent, reply, noted, draft].map(
          async (file) => (await client.get(`/api/attachments/${file.id}`)).statusCode,
        ),
      );
    expect(await statuses(customer.client)).toEqual([200, 200, 200, 404, 404]);
    expect(await statuses(other.client)).toEqual([404, 404, 404, 404, 404]);
    expect(await statuses(admin.client)).toEqual([404, 200, 200, 200, 200]);
    expect(await statuses((await buildAdmin(shop)).client)).toEqual([404, 200, 200, 200, 404]);
    const bookkeeper = await shop.buildUser({ role: 'admin', permissions: ['money'] });
    expect(await statuses(await shop.client().as(bookkeeper))).toEqual([404, 404, 404, 404, 404]);
    expect((await shop.client().get(`/api/attachments/${sent.id}`)).statusCode).toBe(401);
    const hidden = await other.client.get(`/api/attachments/${sent.id}`);
    const missing = await other.client.get('/api/attachments/2000000000');
    expectError(hidden, 404, 'ATTACHMENT_NOT_FOUND');
    expect(hidden.body).toBe(missing.body);
    const looks = (await admin.audit('attachment.view')).map(({ subject_id }) => subject_id);
    expect(looks.toSorted()).toEqual([sent.id, reply.id, noted.id].map(String).toSorted());
    // A note's file is in no answer of the customer.
    const seen = [
      (await customer.client.get(`/api/consultations/${id}/messages`)).body,
      (await customer.client.get('/api/consultations')).body,
      (await customer.client.get('/api/auth/personal-data')).body,
    ].join();
    expect(seen).not.toContain(noted.sha256);
    expect((await readEntries(admin, id)).flatMap(({ attachments }) => attachments.map((file) => file.id))).toEqual([
      sent.id,
      reply.id,
      noted.id,
    ]);
  });

  it('previews an image re-encoded, upright and without its metadata', async () => {
    const { client } = await buildCustomer(shop);
    const bytes = await picture(3000, 1000)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'sample person' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { id } = await uploaded(client, bytes);
    const previews = await Promise.all([1, 2, 3].map(() => client.get(`/api/attachments/${id}?preview=1`)));
    for (const { statusCode, headers, rawPayload } of [
      ...previews,
      await client.get(`/api/attachments/${id}?preview=1`),
    ]) {
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp']);
      expect(rawPayload.subarray(8, 12).toString()).toBe('WEBP');
      expect(rawPayload.includes('sample person')).toBe(false);
      expect(rawPayload.length).toBeLessThan(bytes.length);
    }
    expect((await client.get(`/api/attachments/${id}`)).rawPayload.includes('sample person')).toBe(true);
  });

  it('previews a photo of an iPhone, whose original stays as it is', async () => {
    const { client } = await buildCustomer(shop);
    const photo = await uploaded(client, HEIC_PHOTO);
    expect(photo).toMatchObject({ media_type: 'image/heic', has_preview: true });
    const preview = await client.get(`/api/attachments/${photo.id}?preview=1`);
    expect([preview.statusCode, preview.headers['content-type']]).toEqual([200, 'image/webp']);
    const { data, info } = await sharp(preview.rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([64, 32]);
    const [red = 0, , blue = 0] = data;
    expect(red).toBeGreaterThan(blue + 200);
    expect((await client.get(`/api/attachments/${photo.id}`)).rawPayload.equals(HEIC_PHOTO)).toBe(true);
  });

  it('draws a photo that a decoder only warns about, and none that is cut off', async () => {
    const { client } = await buildCustomer(shop);
    const cut = (await picture(600, 400).jpeg().toBuffer()).subarray(0, -500);
    const photos = [await uploaded(client, await samsungPhoto()), await uploaded(client, cut)];
    const answers = await Promise.all(photos.map(({ id }) => client.get(`/api/attachments/${id}?preview=1`)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404]);
  });

  it('returns no preview for a file that is no image, or a damaged one', async () => {
    const { client } = await buildCustomer(shop);
    const text = await uploaded(client, Buffer.from('글'));
    const damaged = await uploaded(client, (await picture(600, 600).png().toBuffer()).subarray(0, 60));
    const cut = await uploaded(client, HEIC_PHOTO.subarray(0, -150));
    for (const { id } of [text, damaged, cut]) {
      expectError(await client.get(`/api/attachments/${id}?preview=1`), 404, 'ATTACHMENT_NOT_FOUND');
    }
    expectError(await client.get(`/api/attachments/${text.id}?preview=2`), 400, 'VALIDATION_FAILED');
  });
});

describe('files of messages', () => {
  it('are used once, by their uploader, in the order of the message', async () => {
    const customer = await buildCustomer(shop);
    const other = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    const files = await Promise.all(['하나', '둘', '셋'].map((text) => uploaded(customer.client, Buffer.from(text))));
    const ids = files.map((file) => file.id).toReversed();
    await say(customer, id, '자료', { attachment_ids: ids });
    expect((await readThread(customer, id)).at(-1)?.attachments.map((file) => file.id)).toEqual(ids);
    const theirs = await uploaded(other.client, Buffer.from('남의 것'));
    const fresh = await uploaded(customer.client, Buffer.from('새 것'));
    const before = await shop.countRows();
    for (const attachment_ids of [[ids[0]], [theirs.id], [fresh.id, theirs.id], [2_000_000_000]]) {
      const body = { client_id: crypto.randomUUID(), text: '자료', attachment_ids };
      expectError(await customer.client.post(`/api/consultations/${id}/messages`, body), 400, 'VALIDATION_FAILED');
    }
    expect(await shop.countRows()).toEqual(before);
    const text = shop.db.selectFrom('attachment_parts').select('bytes').where('attachment_id', '=', fresh.id);
    const [{ bytes } = { bytes: Buffer.alloc(0) }] = await text.execute();
    expect(bytes.includes(Buffer.from('새 것'))).toBe(false);
  });

  it('that no message carries are deleted after 24 hours', async () => {
    const customer = await buildCustomer(shop);
    const { id } = await openConversation(customer);
    const unused = await uploaded(customer.client, Buffer.from('안 쓴 것'));
    const used = await uploaded(customer.client, Buffer.from('쓴 것'));
    await say(customer, id, '자료', { attachment_ids: [used.id] });
    const at = (hours: number) => new Date(shop.clock.now().getTime() + hours * 3_600_000);
    await applyRetention(shop.db, at(23));
    expect((await customer.client.get(`/api/attachments/${unused.id}`)).statusCode).toBe(200);
    await applyRetention(shop.db, at(24));
    expect((await customer.client.get(`/api/attachments/${unused.id}`)).statusCode).toBe(404);
    expect((await customer.client.get(`/api/attachments/${used.id}`)).statusCode).toBe(200);
  });
});
