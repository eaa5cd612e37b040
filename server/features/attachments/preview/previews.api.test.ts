import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
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
