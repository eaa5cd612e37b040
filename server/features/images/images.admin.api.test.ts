import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { MAX_IMAGE_BYTES, type UploadedImage } from '#shared/features/images/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { fileForm, hugePng, movingGif, picture, samsungPhoto } from '#tests/support/app/pictures.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

function upload(bytes: Uint8Array, wishes: Parameters<typeof fileForm>[1] = {}, client = admin.client) {
  const { body, headers } = fileForm(bytes, wishes);
  return client.post('/api/admin/images', body, { headers });
}

async function uploaded(bytes: Uint8Array): Promise<UploadedImage> {
  const response = await upload(bytes);
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}

async function fetchImage(url: string) {
  const response = await shop.client().get(url);
  expect(response.statusCode, url).toBe(200);
  return response.rawPayload;
}

async function expectNothingWritten(act: () => Promise<void>): Promise<void> {
  const written = async () => ({ ...(await shop.countRows()), acts: (await admin.audit('image.')).length });
  const before = await written();
  await act();
  expect(await written()).toEqual(before);
}

it('POST /api/admin/images takes a photo that a decoder only warns about', async () => {
  await uploaded(await samsungPhoto());
});

describe('POST /api/admin/images refuses, and writes nothing', () => {
  it('visitors, customers, and calls without a token or from elsewhere', async () => {
    const bytes = await picture(4, 4).png().toBuffer();
    const customer = await shop.client().as(await shop.buildUser());
    await expectNothingWritten(async () => {
      const visitors = await upload(bytes, {}, shop.client());
      expect([visitors.statusCode, visitors.json().code]).toEqual([401, 'ADMIN_UNAUTHENTICATED']);
      const customers = await upload(bytes, {}, customer);
      expect([customers.statusCode, customers.json().code]).toEqual([403, 'ADMIN_FORBIDDEN']);
      const { body, headers } = fileForm(bytes);
      expectError(await admin.client.post('/api/admin/images', body, { headers, csrf: false }), 403, 'CSRF_INVALID');
      const foreign = { ...headers, origin: 'https://elsewhere.example' };
      expectError(await admin.client.post('/api/admin/images', body, { headers: foreign }), 403, 'FOREIGN_ORIGIN');
    });
  });

  it('files that are not images of an allowed format, whatever their name', async () => {
    const files: Record<string, Buffer> = {
      text: Buffer.from('그림이 아닙니다'),
      svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
      html: Buffer.from('<!doctype html><script>alert(1)</script>'),
      pdf: Buffer.from('%PDF-1.4\n%%EOF'),
      tiff: await picture(9, 9).tiff().toBuffer(),
    };
    await expectNothingWritten(async () => {
      for (const [name, bytes] of Object.entries(files)) {
        const response = await upload(bytes, { filename: 'photo.png', type: 'image/png' });
        expectError(response, 400, 'VALIDATION_FAILED');
        expect(response.json(), name).toMatchObject({
          error: 'JPEG, PNG, WebP, AVIF, GIF 이미지만 올릴 수 있습니다.',
          details: [{ path: 'file' }],
        });
      }
    });
  });

  it('truncated images', async () => {
    const noise = sharp({
      create: {
        width: 200,
        height: 200,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
        background: 'red',
      },
    });
    await expectNothingWritten(async () => {
      for (const format of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
        const whole = await noise.clone().toFormat(format).toBuffer();
        const response = await upload(whole.subarray(0, Math.floor(whole.length * 0.6)));
        expectError(response, 400, 'VALIDATION_FAILED');
        expect(response.json().error, format).toMatch(/^이미지를 읽을 수 없습니다\./);
      }
    });
  });

  it('too many pixels, in one frame or in many', async () => {
    expect((await upload(movingGif(50, 50, 41))).statusCode).toBe(201);
    await expectNothingWritten(async () => {
      for (const bytes of [
        hugePng(8001, 5001),
        hugePng(40_000_001, 1),
        hugePng(60_000, 60_000),
        movingGif(1000, 1000, 41),
      ]) {
        const response = await upload(bytes);
        expectError(response, 400, 'VALIDATION_FAILED');
        expect(response.json().error).toMatch(/^이미지가 너무 큽니다\./);
      }
    });
  });

  it('more than ten megabytes, declared or not', async () => {
    const bytes = Buffer.alloc(MAX_IMAGE_BYTES + 1);
    await expectNothingWritten(async () => {
      expectError(await upload(bytes.subarray(1)), 400, 'VALIDATION_FAILED');
      expectError(await upload(bytes), 413, 'IMAGE_TOO_LARGE');
      expectError(await upload(Buffer.concat([bytes, Buffer.alloc(1_000_000)])), 413, 'IMAGE_TOO_LARGE');
    });
  });

  it('forms without exactly one file', async () => {
    const bytes = await picture(4, 4).png().toBuffer();
    const { body, headers } = fileForm(bytes);
    const post = (payload: unknown, type = headers['content-type']) =>
      admin.client.post('/api/admin/images', payload, { headers: { 'content-type': type } });
    const closing = body.lastIndexOf('\r\n--');
    const twice = Buffer.concat([body.subarray(0, closing), Buffer.from('\r\n'), body]);
    await expectNothingWritten(async () => {
      for (const response of [await upload(bytes, { field: 'other' }), await upload(Buffer.alloc(0))]) {
        expectError(response, 400, 'VALIDATION_FAILED');
        expect(response.json().error).toBe('이미지 파일을 하나 선택해주세요.');
      }
      expectError(await post(twice), 400, 'BAD_REQUEST');
      expectError(await post(body.subarray(0, closing)), 400, 'BAD_REQUEST');
      expectError(await post(body, 'multipart/form-data'), 400, 'BAD_REQUEST');
      expectError(await post(body.toString('latin1'), 'image/png'), 415, 'UNSUPPORTED_MEDIA_TYPE');
      expectError(await post({ file: 'x' }, 'application/json'), 415, 'UNSUPPORTED_MEDIA_TYPE');
    });
  });
});

describe('POST /api/admin/images', () => {
  it('stores an image in several widths as AVIF and WebP, and returns its URL', async () => {
    const bytes = await picture(2000, 1000).jpeg().toBuffer();
    const image = await uploaded(bytes);
    expect(image).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      url: `/uploads/${image.id}-1440x720.webp`,
      width: 1440,
      height: 720,
    });
    for (const [width, height] of [
      [480, 240],
      [960, 480],
      [1440, 720],
    ]) {
      const webp = await sharp(await fetchImage(`/uploads/${image.id}-${width}x${height}.webp`)).metadata();
      expect(webp).toMatchObject({ format: 'webp', width, height });
      const avif = await sharp(await fetchImage(`/uploads/${image.id}-${width}x${height}.avif`)).metadata();
      expect(avif).toMatchObject({ format: 'heif', compression: 'av1', width, height });
    }
    expect((await admin.audit('image.upload'))[0]).toMatchObject({
      subject_type: 'image',
      subject_id: image.id,
      after: { url: image.url, bytes: bytes.length },
    });
    const { height, width, created_by } = await shop.db
      .selectFrom('images')
      .selectAll()
      .where('id', '=', image.id)
      .executeTakeFirstOrThrow();
    expect({ height, width, created_by }).toEqual({ height: 720, width: 1440, created_by: admin.user.id });
  });

  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'accepts %s, whatever its name and declared type',
    async (format) => {
      const bytes = await picture(60, 40).toFormat(format).toBuffer();
      const response = await upload(bytes, { filename: '../../etc/passwd.svg', type: 'text/html' });
      expect(response.json()).toMatchObject({ width: 60, height: 40 });
    },
  );

  it('never enlarges, and keeps transparency', async () => {
    const { url } = await uploaded(
      await sharp({ create: { width: 500, height: 20, channels: 4, background: '#00000000' } })
        .png()
        .toBuffer(),
    );
    expect(url).toMatch(/-500x20\.webp$/);
    expect((await sharp(await fetchImage(url)).stats()).isOpaque).toBe(false);
    await fetchImage(url.replace('500x20', '480x19'));
    expect((await shop.client().get(url.replace('500x20', '960x38'))).statusCode).toBe(404);
    expect(await uploaded(await picture(1, 1).png().toBuffer())).toMatchObject({ width: 1, height: 1 });
    expect(await uploaded(await picture(100, 6000).png().toBuffer())).toMatchObject({ width: 72, height: 4320 });
  });

  it('applies the EXIF orientation, and removes location and author', async () => {
    const bytes = await picture(300, 200)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'sample person' }, IFD3: { GPSLatitude: '37/1 33/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(bytes).metadata()).orientation).toBe(6);
    const { url } = await uploaded(bytes);
    expect(url).toMatch(/-200x300\.webp$/);
    for (const file of [url, url.replace('webp', 'avif')]) {
      const kept = await fetchImage(file);
      const { exif, xmp, icc, orientation } = await sharp(kept).metadata();
      expect({ exif, xmp, icc, orientation: orientation ?? 1 }).toEqual({ orientation: 1 });
      expect(kept.includes('sample person')).toBe(false);
      // The left side is on top after the rotation.
      const { data } = await sharp(kept)
        .extract({ left: 190, top: 20, width: 1, height: 1 })
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(data[0], file).toBeGreaterThan(200);
      expect(data[2], file).toBeLessThan(60);
    }
  });

  it('stores equal files as one image, also concurrently', async () => {
    const bytes = await picture(33, 44).webp().toBuffer();
    const [first, second] = await Promise.all([uploaded(bytes), uploaded(bytes)]);
    const files = () => shop.db.selectFrom('image_files').selectAll().where('image_id', '=', first.id).execute();
    const before = await files();
    expect(second).toEqual(first);
    expect(await uploaded(bytes)).toEqual(first);
    expect(await files()).toEqual(before);
    expect(before).toHaveLength(2);
    expect((await admin.audit('image.upload')).filter(({ subject_id }) => subject_id === first.id)).toHaveLength(3);
    const other = await uploaded(await picture(33, 45).webp().toBuffer());
    expect(other.id).not.toBe(first.id);
  });

  it('returns a URL that a service accepts', async () => {
    const { url } = await uploaded(await picture(40, 30).png().toBuffer());
    const service = await shop.buildService();
    const { version, updated_at, id, ...stored } = (await admin.client.get(`/api/admin/services/${service.id}`)).json();
    const description = { sections: [{ type: 'image', url, alt: '본보기' }] };
    const saved = await admin.client.put(`/api/admin/services/${service.id}`, { ...stored, description });
    expect(saved.json()).toMatchObject({ description });
  });
});

describe('GET /api/admin/images', () => {
  it('lists the uploaded pictures, newest first', async () => {
    const first = await uploaded(await picture(40, 30).png().toBuffer());
    shop.clock.advance(1000);
    const second = await uploaded(await picture(41, 31).png().toBuffer());
    const response = await admin.client.get('/api/admin/images');
    expect(response.statusCode).toBe(200);
    const urls = response.json<{ url: string }[]>().map(({ url }) => url);
    expect(urls.indexOf(second.url)).toBeGreaterThanOrEqual(0);
    expect(urls.indexOf(first.url)).toBeGreaterThan(urls.indexOf(second.url));
  });
});
