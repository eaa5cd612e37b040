import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkerProcess, type WorkerProcess } from '#server/lib/process/worker-process.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildCustomer, type CustomerFixture } from '#tests/support/app/consultations.ts';
import { fileForm, picture } from '#tests/support/app/pictures.ts';
import { createPreviews } from './read-preview.ts';

/** Draws nothing of an image that is larger than the others, for ever. */
const SCRIPT = `
import { workForParent } from ${JSON.stringify(new URL('../../../lib/process/work-for-parent.ts', import.meta.url).href)};
workForParent(async (bytes) => {
  if (bytes.length > 20000) for (;;);
  return bytes;
});
`;

/** Long enough for an honest picture on a busy machine. */
const LIMIT_MS = 3000;

const shop = await setUpTestApp();
let folder: string;
let drawing: WorkerProcess<Uint8Array, Uint8Array | undefined>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-previews-'));
  await writeFile(join(folder, 'work.mjs'), SCRIPT);
  drawing = createWorkerProcess(pathToFileURL(join(folder, 'work.mjs')), { timeLimitMs: LIMIT_MS });
});
afterAll(async () => {
  drawing.close();
  await rm(folder, { recursive: true });
});

async function buildRow({ client }: CustomerFixture, bytes: Buffer) {
  const { body, headers } = fileForm(bytes);
  const { id } = (await client.post('/api/attachments', body, { headers })).json();
  return shop.db.selectFrom('attachments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

it('a picture that cannot be drawn in time is tried once, and holds up others for one drawing', async () => {
  const costly = Buffer.concat([await picture(20, 10).png().toBuffer(), Buffer.alloc(30_000)]);
  const plain = await picture(20, 10).png().toBuffer();
  const [attacker, other] = [await buildCustomer(shop), await buildCustomer(shop)];
  const rows = [await buildRow(attacker, costly), await buildRow(attacker, costly), await buildRow(attacker, costly)];
  const theirs = await buildRow(other, plain);
  const readPreview = createPreviews({ ...shop.deps.attachments, drawing });
  const ended: string[] = [];
  const note = (name: string) => (preview: Buffer | undefined) => {
    ended.push(`${name} ${preview?.length ?? 'none'}`);
  };
  const [first] = rows;
  if (!first) throw new Error('three rows');
  const attacks = [first, first, ...rows].map((row) => readPreview(row).then(note('costly')));
  await readPreview(theirs).then(note('plain'));
  expect(ended).toContain(`plain ${plain.length}`);
  expect(ended.length).toBeLessThan(5);
  await Promise.all(attacks);
  expect(ended.filter((text) => text === 'costly none')).toHaveLength(5);
  const kept = await shop.db
    .selectFrom('attachments')
    .select('preview')
    .where('owner_id', '=', attacker.user.id)
    .execute();
  expect(kept).toEqual([{ preview: 'none' }, { preview: 'none' }, { preview: 'none' }]);
  // It is not tried again: the shop itself, which has no such limit here, would draw it.
  expect((await attacker.client.get(`/api/attachments/${first.id}?preview=1`)).statusCode).toBe(404);
});

/** A picture of one colour that is kept whole in memory while it is decoded: 250 kB of file, 256 MB of pixels. */
function interlacedPng(side: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), data]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, checksum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // Eight bits, four channels, interlaced.
  header.set([8, 6, 0, 0, 1], 8);
  const pixels = deflateSync(Buffer.alloc(side * side * 4 + side * 4), { level: 1 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

it('draws an interlaced picture, but none that would fill the memory', async () => {
  const customer = await buildCustomer(shop);
  const seen = async (side: number) => {
    const { id } = await buildRow(customer, interlacedPng(side));
    return (await customer.client.get(`/api/attachments/${id}?preview=1`)).statusCode;
  };
  expect(await seen(1000)).toBe(200);
  expect(await seen(8000)).toBe(404);
});
