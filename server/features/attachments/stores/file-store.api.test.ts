import { createHash } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { answer, buildCustomer, openConversation, say } from '#tests/support/app/consultations.ts';
import { createMetricsReader, METRICS_TOKEN } from '#tests/support/app/metrics.ts';
import { fileForm, picture } from '#tests/support/app/pictures.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';
import { type S3Fault, startS3Server } from '#tests/support/providers/s3-server.ts';
import { hasSwift, SWIFT_KEYS, startSwift } from '#tests/support/providers/swift.ts';
import { moveFiles } from '../keeping/move-files.ts';
import { removeFiles } from '../keeping/remove-files.ts';
import { sweepFiles } from '../keeping/sweep-files.ts';

const MIB = 1024 * 1024;
const HOUR_MS = 3_600_000;
/** A try at the store gets two fifths of it. */
const DEADLINE = { REQUEST_DEADLINE_MS: '2500' };

const store = await startS3Server();
const shop = await startTestApp({ env: { ...store.env, ...DEADLINE, METRICS_TOKEN, LIMIT_FILES_PER_HOUR: '0' } });
store.dateBy(() => shop.clock.now());
const admin = await buildAdmin(shop);
const metrics = createMetricsReader(shop);
afterEach(() => store.clear());
afterAll(async () => {
  await shop.close();
  await store.close();
});

const textOf = (size: number, word: string) => Buffer.concat([Buffer.from(word), Buffer.alloc(size, 'a')]);

function upload(client: Client, bytes: Uint8Array) {
  const { body, headers } = fileForm(bytes, { filename: '진술서.txt', type: 'text/plain' });
  return client.post('/api/attachments', body, { headers });
}

async function uploaded(client: Client, bytes: Uint8Array): Promise<number> {
  const response = await upload(client, bytes);
  if (response.statusCode !== 201) throw new Error(`${response.statusCode} ${response.body}`);
  return response.json<{ id: number }>().id;
}

const download = (client: Client, id: number) => client.get(`/api/attachments/${id}`);
const rowOf = (here: TestApp, id: number) =>
  here.db.selectFrom('attachments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const partsOf = (here: TestApp, id: number) =>
  here.db.selectFrom('attachment_parts').select('number').where('attachment_id', '=', id).execute();

async function removeLater(): Promise<void> {
  shop.clock.advance(HOUR_MS);
  await removeFiles(shop.deps.attachments);
}

describe('files in an S3 store', () => {
  it('lie there in parts, encrypted and under a random name, and are deleted after their row', async () => {
    const customer = await buildCustomer(shop);
    const text = textOf(2 * MIB, '비밀');
    const id = await uploaded(customer.client, text);
    expect(await partsOf(shop, id)).toEqual([]);
    const { object_key } = await rowOf(shop, id);
    expect([...store.objects.keys()]).toEqual([0, 1, 2].map((number) => `files/${object_key}/${number}`));
    for (const { bytes } of store.objects.values()) expect(bytes.includes('비밀')).toBe(false);
    expect((await download(customer.client, id)).rawPayload.equals(text)).toBe(true);

    await shop.db.deleteFrom('attachments').where('id', '=', id).execute();
    store.fail({ how: 503 });
    await expect(removeLater()).rejects.toThrow();
    expect(store.objects.size).toBe(3);
    expect(await metrics.value('shop_file_removals_stuck')).toBe(1);
    store.clear();
    await removeLater();
    expect(store.objects.size).toBe(0);
    expect(await metrics.value('shop_file_removals_stuck')).toBe(0);
  });

  it('keeps previews there too', async () => {
    const { client } = await buildCustomer(shop);
    const id = await uploaded(client, await picture(900, 600).jpeg().toBuffer());
    const first = await client.get(`/api/attachments/${id}?preview=1`);
    const { object_key } = await rowOf(shop, id);
    expect(store.objects.has(`files/${object_key}/p0`)).toBe(true);
    expect((await client.get(`/api/attachments/${id}?preview=1`)).rawPayload.equals(first.rawPayload)).toBe(true);
    store.objects.delete(`files/${object_key}/p0`);
    expect((await client.get(`/api/attachments/${id}?preview=1`)).rawPayload.equals(first.rawPayload)).toBe(true);
  });

  it('a refused upload leaves neither row nor object', async () => {
    const { client } = await buildCustomer(shop);
    await removeLater();
    const before = store.objects.size;
    expectError(await upload(client, Buffer.alloc(3 * MIB, 'MZ\0\u0001')), 400, 'FILE_TYPE');
    await removeLater();
    expect(store.objects.size).toBe(before);
  });
});

describe('a store that is away, slow, full or answers wrongly', () => {
  const faults: S3Fault[] = [500, 503, 403, 404, 507, 301, 'hang', 'lost'];

  it.each(faults)('%s: sending and reading files is 503, everything else works', async (how) => {
    const customer = await buildCustomer(shop);
    const id = await uploaded(customer.client, Buffer.from('글'));
    const before = await shop.countRows();
    const failures = await metrics.value('shop_file_store_failures_total');
    store.fail({ how });
    const [sent, read] = await Promise.all([upload(customer.client, Buffer.from('글')), download(customer.client, id)]);
    expectError(sent, 503, 'FILES_UNAVAILABLE');
    expect(Number(sent.headers['retry-after'])).toBeGreaterThan(0);
    expectError(read, 503, 'FILES_UNAVAILABLE');
    expect(await shop.countRows()).toEqual(before);
    expect(await metrics.value('shop_file_store_failures_total')).toBeGreaterThan(failures);
    await openConversation(customer);
    expect((await rowOf(shop, id)).damaged_at).toBeNull();

    store.clear();
    expect((await download(customer.client, id)).body).toBe('글');
    expect((await upload(customer.client, Buffer.from('글'))).statusCode).toBe(201);
  });

  it('a failure that passes is not seen, also one after the object was written', async () => {
    const { client } = await buildCustomer(shop);
    store.fail({ how: 'lost', method: 'PUT', times: 1 });
    const id = await uploaded(client, Buffer.from('글'));
    store.fail({ how: 'truncated', method: 'GET', times: 1 });
    expect((await download(client, id)).body).toBe('글');
    store.fail({ how: 503, method: 'GET', times: 1 });
    expect((await download(client, id)).body).toBe('글');
  });

  it('a body that is always cut off is 503', async () => {
    const { client } = await buildCustomer(shop);
    const id = await uploaded(client, Buffer.from('글'));
    store.fail({ how: 'truncated', method: 'GET' });
    expectError(await download(client, id), 503, 'FILES_UNAVAILABLE');
  });

  it('an upload whose objects arrive after its end leaves them to the sweep', async () => {
    const { client } = await buildCustomer(shop);
    await removeLater();
    const before = store.objects.size;
    store.fail({ how: 'lost', method: 'PUT' });
    expectError(await upload(client, Buffer.from('늦은 글')), 503, 'FILES_UNAVAILABLE');
    expect(store.objects.size).toBe(before + 1);
    // As if the row's end had been before the object.
    await shop.db.deleteFrom('file_removals').execute();
    store.clear();
    await sweepFiles(shop.deps.attachments);
    await removeLater();
    expect(store.objects.size).toBe(before + 1);
    shop.clock.advance(25 * HOUR_MS);
    await sweepFiles(shop.deps.attachments);
    await removeLater();
    expect(store.objects.size).toBe(before);
  });
});

describe('a file that is not what was stored', () => {
  it.each(['changed', 'page'] as const)('%s: is 502, alarm and audit entry, and never delivered', async (how) => {
    const customer = await buildCustomer(shop);
    const { id: conversation } = await openConversation(customer);
    const id = await uploaded(customer.client, textOf(3 * MIB, '증거'));
    await say(customer, conversation, '자료', { attachment_ids: [id] });
    store.fail({ how, method: 'GET' });
    for (const { client } of [customer, admin, customer]) {
      const response = await download(client, id);
      expectError(response, 502, 'FILE_DAMAGED');
      expect(response.rawPayload.length).toBeLessThan(1000);
    }
    expect(await metrics.value('shop_files_damaged')).toBe(1);
    const entries = await shop.db
      .selectFrom('audit_log')
      .select('actor_login')
      .where('action', '=', 'attachment.damaged')
      .where('subject_id', '=', String(id))
      .execute();
    expect(entries).toEqual([{ actor_login: 'system' }]);
    store.clear();
    expect((await download(customer.client, id)).statusCode).toBe(200);
    expect(await metrics.value('shop_files_damaged')).toBe(0);
  });

  it('is found by its SHA-256 where each part is intact, in the database too', async () => {
    const { client } = await buildCustomer(shop);
    const id = await uploaded(client, Buffer.from('원본'));
    const cipher = await shop.deps.dataKeys.forWriting();
    const other = cipher.encrypt(createHash('sha256').update('다른 것').digest(), `attachments.sha256:${id}`);
    const { sha256 } = await rowOf(shop, id);
    const set = (value: Buffer) =>
      shop.db.updateTable('attachments').set({ sha256: value }).where('id', '=', id).execute();
    await set(other);
    expectError(await download(client, id), 502, 'FILE_DAMAGED');
    await set(sha256);
    expect((await download(client, id)).statusCode).toBe(200);
    await moveFiles(shop.deps.attachments, 'database');
    await set(other);
    expectError(await download(client, id), 502, 'FILE_DAMAGED');
    await set(sha256);
    expect((await download(client, id)).statusCode).toBe(200);
  });

  it('or is gone from the store is found by the sweep, unless only the listing lacks it', async () => {
    const { client } = await buildCustomer(shop);
    const ids = [await uploaded(client, Buffer.from('하나')), await uploaded(client, Buffer.from('둘'))];
    const [gone = 0, there = 0] = ids;
    shop.clock.advance(1000);
    const { object_key } = await rowOf(shop, gone);
    store.objects.delete(`files/${object_key}/0`);
    await sweepFiles(shop.deps.attachments);
    expect((await rowOf(shop, gone)).damaged_at).not.toBeNull();
    expect((await rowOf(shop, there)).damaged_at).toBeNull();
    expectError(await download(client, gone), 502, 'FILE_DAMAGED');
    await shop.db.deleteFrom('attachments').where('id', '=', gone).execute();
  });
});

describe('moveFiles', () => {
  it('moves to the database and back while files are read, and continues after an interruption', async () => {
    // Those of the other tests would be moved too.
    await shop.db.deleteFrom('attachments').execute();
    const customer = await buildCustomer(shop);
    const texts = ['하나', '둘', '셋'].map((text) => textOf(2 * MIB, text));
    const ids: number[] = [];
    for (const text of texts) ids.push(await uploaded(customer.client, text));
    /** Reads one file after the other until the work is done. */
    async function whileReading(work: () => Promise<unknown>): Promise<void> {
      let isDone = false;
      const reading = async () => {
        for (let read = 0; !isDone; read += 1) {
          const index = read % ids.length;
          const { rawPayload, statusCode } = await download(customer.client, ids[index] ?? 0);
          expect([statusCode, texts[index]?.equals(rawPayload)]).toEqual([200, true]);
        }
      };
      const working = async () => {
        await work().finally(() => {
          isDone = true;
        });
      };
      await Promise.all([reading(), working()]);
    }
    const { attachments } = shop.deps;
    const interrupted = new Error('interrupted');
    const stopAfterOne = () => {
      throw interrupted;
    };
    await expect(moveFiles(attachments, 'database', stopAfterOne)).rejects.toBe(interrupted);
    await whileReading(() => moveFiles(attachments, 'database'));
    for (const id of ids) expect(await partsOf(shop, id)).toHaveLength(3);
    expect((await rowOf(shop, ids[0] ?? 0)).object_key).toBeNull();

    store.fail({ how: 'changed', method: 'GET', times: 1 });
    await expect(moveFiles(attachments, 's3')).rejects.toThrow();
    store.fail({ how: 503, method: 'PUT' });
    await expect(moveFiles(attachments, 's3')).rejects.toThrow();
    store.clear();
    await whileReading(() => moveFiles(attachments, 's3'));
    for (const id of ids) expect(await partsOf(shop, id)).toEqual([]);
    expect(await moveFiles(attachments, 's3')).toEqual({ moved: 0, damaged: 0 });

    // All that the interrupted moves and the old places left is deleted in the end.
    shop.clock.advance(25 * HOUR_MS);
    await removeFiles(attachments);
    const keys = await shop.db.selectFrom('attachments').select('object_key').execute();
    const known = new Set(keys.map(({ object_key }) => object_key));
    const stored = new Set([...store.objects.keys()].map((name) => name.split('/')[1]));
    expect([...stored].filter((key) => !known.has(key ?? ''))).toEqual([]);
    for (const [index, id] of ids.entries()) {
      expect((await download(customer.client, id)).rawPayload.equals(texts[index] ?? Buffer.alloc(0))).toBe(true);
    }
  });

  it('leaves a damaged file where it is', async () => {
    const { client } = await buildCustomer(shop);
    const id = await uploaded(client, Buffer.from('글'));
    const { object_key } = await rowOf(shop, id);
    store.objects.set(`files/${object_key}/0`, { bytes: Buffer.from('other'), at: shop.clock.now() });
    expect((await moveFiles(shop.deps.attachments, 'database')).damaged).toBe(1);
    expect((await rowOf(shop, id)).object_key).toBe(object_key);
    await shop.db.deleteFrom('attachments').where('id', '=', id).execute();
  });
});

it.each([false, true])(
  'names of others in the store are never touched, where it ignores prefixes: %s',
  async (ignores) => {
    const { client } = await buildCustomer(shop);
    const id = await uploaded(client, Buffer.from('글'));
    const kept = await uploaded(client, Buffer.from('남는 글'));
    const { object_key } = await rowOf(shop, id);
    const at = new Date(0);
    const others = [
      `files/${object_key}/../../other/0`,
      `files/${object_key}/%2e%2e/0`,
      `files/${object_key}/0/1`,
      `files/${object_key}0/0`,
      `files/${'A'.repeat(32)}/0`,
      'files/../other/0',
      'other/0',
    ];
    for (const name of others) store.objects.set(name, { bytes: Buffer.from('theirs'), at });
    store.ignorePrefixes(ignores);
    await shop.db.deleteFrom('attachments').where('id', '=', id).execute();
    await removeLater();
    await sweepFiles(shop.deps.attachments);
    shop.clock.advance(25 * HOUR_MS);
    await removeFiles(shop.deps.attachments);
    store.ignorePrefixes(false);
    expect(others.filter((name) => !store.objects.delete(name))).toEqual([]);
    expect(store.objects.has(`files/${object_key}/0`)).toBe(false);
    expect((await download(client, kept)).statusCode).toBe(200);
    await shop.db.deleteFrom('attachments').where('id', '=', kept).execute();
  },
);

it('a row cannot name an object outside of the folder', async () => {
  const { client } = await buildCustomer(shop);
  const id = await uploaded(client, Buffer.from('글'));
  for (const object_key of ['../other', '', `${'0'.repeat(31)}/`, `${'0'.repeat(32)}\n`, 'F'.repeat(32)]) {
    const row = shop.db.updateTable('attachments').set({ object_key }).where('id', '=', id);
    await expect(row.execute()).rejects.toThrow('object_key');
    const removal = shop.db.insertInto('file_removals').values({ object_key, parts: 1, due_at: shop.clock.now() });
    await expect(removal.execute()).rejects.toThrow('object_key');
  }
  await shop.db.deleteFrom('attachments').where('id', '=', id).execute();
});

it('a store that is only read gets nothing and loses nothing', async () => {
  const { client } = await buildCustomer(shop);
  const id = await uploaded(client, Buffer.from('글'));
  const before = [...store.objects.keys()].toSorted();
  const { attachments } = shop.deps;
  const readOnly = { ...attachments, files: { ...attachments.files, isWritten: false } };
  await expect(moveFiles(readOnly, 's3')).rejects.toMatchObject({ code: 'FILES_UNAVAILABLE' });
  expect(await moveFiles(readOnly, 'database')).toMatchObject({ damaged: 0 });
  // As in a drill: the database does not know the objects of the shop that writes the store.
  await shop.db.deleteFrom('attachments').where('id', '=', id).execute();
  await shop.db.deleteFrom('file_removals').execute();
  shop.clock.advance(25 * HOUR_MS);
  await sweepFiles(readOnly);
  await removeFiles(readOnly);
  expect([...store.objects.keys()].toSorted()).toEqual(before);
});

describe.skipIf(!hasSwift)("with OpenStack Swift (Debian's python3-swift)", () => {
  it('stores, reads, lists, moves and deletes', { timeout: 120_000 }, async () => {
    const swift = await startSwift('bucket');
    const here = await startTestApp({ env: { ...SWIFT_KEYS, FILES_URL: swift.filesUrl } });
    try {
      const customer = await buildCustomer(here);
      const employee = await buildAdmin(here);
      const { id: conversation } = await openConversation(customer);
      const text = textOf(5 * MIB, '글');
      const id = await uploaded(customer.client, text);
      await say(customer, conversation, '자료', { attachment_ids: [id] });
      await answer(employee, conversation, '답', {
        attachment_ids: [await uploaded(employee.client, Buffer.from('답'))],
      });
      expect((await download(customer.client, id)).rawPayload.equals(text)).toBe(true);
      const { attachments } = here.deps;
      await sweepFiles(attachments);
      expect((await rowOf(here, id)).damaged_at).toBeNull();
      expect(await moveFiles(attachments, 'database')).toEqual({ moved: 2, damaged: 0 });
      expect((await download(customer.client, id)).rawPayload.equals(text)).toBe(true);
      expect(await moveFiles(attachments, 's3')).toEqual({ moved: 2, damaged: 0 });
      expect((await download(employee.client, id)).rawPayload.equals(text)).toBe(true);

      const names = async () => {
        const found: string[] = [];
        for await (const { name } of attachments.files.objects?.list() ?? []) found.push(name);
        return found;
      };
      await here.db.deleteFrom('attachments').execute();
      here.clock.advance(25 * HOUR_MS);
      expect(await names()).not.toEqual([]);
      await removeFiles(attachments);
      expect(await names()).toEqual([]);
    } finally {
      await here.close();
      await swift.close();
    }
  });
});
