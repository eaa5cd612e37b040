import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { afterAll, describe, expect, it } from 'vitest';
import type { Letter } from '#shared/features/letters/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { type ReadEvent, readEvents } from '#tests/support/app/event-reader.ts';
import { buildLetterCase, LETTER } from '#tests/support/letters/letter-case.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';
import type { LetterWork } from '../letter-writer.ts';
import { sealLetters } from './seal-letters.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);
const folder = mkdtempSync(join(tmpdir(), 'letter-key-'));
const RARE = '뷁쀍꿻 ㈜본보기';
const LONG_NAME = '가나다라마바사아자차카타파하거너더러머버';

/** Makes a key with a certificate of its own, as a P12 file. */
function makeKey(): Uint8Array {
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  run(
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'key', '-out', 'crt', '-days', '30'],
    ...['-subj', '/CN=Bonbogi'],
  );
  run(...['pkcs12', '-export', '-in', 'crt', '-inkey', 'key', '-out', 'p12', '-passout', 'pass:secret']);
  return readFileSync(join(folder, 'p12'));
}
const key = { p12: makeKey(), password: 'secret', tsaUrl: undefined };
const sealing = shop.deps.letters;

afterAll(() => sealing.writer.close());

/** Builds a letter that all have signed. */
async function buildSigned(options: Parameters<typeof buildLetterCase>[2] = {}) {
  const here = await buildLetterCase(shop, admin.client, options);
  await here.offer();
  for (const who of new Set([here.client, here.payer])) {
    const signed = await who.client.post(here.path('sign'), { ...(await here.signing(who)), mark: 'M10,20L300,90' });
    expect(signed.statusCode, signed.body).toBe(200);
  }
  expect((await here.staff('sign')).statusCode).toBe(200);
  return here;
}
type Signed = Awaited<ReturnType<typeof buildSigned>>;

const fileOf = (here: Signed, ending: string) => here.client.client.get(`/api/orders/${here.orderId}/letter.${ending}`);
const textOf = async (bytes: Uint8Array) =>
  (await PDF.load(bytes))
    .extractText()
    .map(({ text }) => text.replaceAll('\u200b', ''))
    .join('\n');
/** How many signers' parts of the evidence begin and end on each page. */
const signersByPage = async (bytes: Uint8Array) =>
  (await PDF.load(bytes)).extractText().map(({ text }) => {
    const flat = text.replaceAll(/\s|\u200b/g, '');
    return [flat.split('서명한사람').length - 1, flat.split('접속주소').length - 1];
  });
const unsealed = () =>
  shop.db.selectFrom('letters').select('id').where('completed_at', 'is not', null).where('sealed_at', 'is', null);

/** The range that the seal covers, and the end of the file. */
function rangeOf(bytes: Buffer): { covered: number; size: number } {
  const [, , , start = '0', length = '0'] =
    /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(bytes.toString('latin1')) ?? [];
  return { covered: Number(start) + Number(length), size: bytes.length };
}

const hasPdfsig = (() => {
  try {
    execFileSync('pdfsig', ['-v'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
})();

function pdfsig(bytes: Buffer): string {
  const path = join(folder, 'letter.pdf');
  writeFileSync(path, bytes);
  return execFileSync('pdfsig', ['-nocert', path], { encoding: 'utf8' });
}

/** The processes of this one that write letters. */
function letterProcesses(): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const isWriter = (pid: string) => {
    try {
      const parent = /PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('letter-process');
    } catch {
      // It has ended meanwhile.
      return false;
    }
  };
  return pids.filter(isWriter).map(Number);
}

describe('without a key', () => {
  it('writes the file with rare syllables, long names and the evidence, and says that there is no seal', async () => {
    const scope = `${RARE}의 일\n$x$ #read("/etc/passwd") *굵게*\n${'가'.repeat(300)}`;
    const here = await buildSigned({ names: { client: LONG_NAME, payer: '이본보기' }, scope });
    expectError(await fileOf(here, 'pdf'), 404, 'LETTER_NOT_FOUND');
    await sealLetters({ ...sealing, key: undefined });
    const shown = await here.read(here.client);
    expect(shown).toMatchObject({ state: 'sealed', seal: 'none', has_pdf: true, waits_for: [] });
    const response = await fileOf(here, 'pdf');
    expect(response.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
    for (const [begun, ended] of await signersByPage(response.rawPayload)) expect(ended).toBe(begun);
    const text = (await textOf(response.rawPayload)).replaceAll(/\s/g, '');
    for (const word of [
      RARE,
      LONG_NAME,
      '#read("/etc/passwd")',
      '서명 확인서',
      '비용 부담 확인서',
      shown.sha256 ?? '',
    ]) {
      expect(text).toContain(word.replaceAll(/\s/g, ''));
    }
    const evidence = (await here.client.client.get(`/api/orders/${here.orderId}/letter.json`)).json();
    expect(evidence.pdf_sha256).toBe(createHash('sha256').update(response.rawPayload).digest('hex'));
    expect(evidence.signatures.map(({ role }: { role: string }) => role)).toEqual(['client', 'payer', 'firm']);
    expect(JSON.stringify(evidence)).not.toContain('1999-01-31');
    expectError(await here.payer.client.get(`/api/orders/${here.orderId}/letter.pdf`), 404, 'LETTER_NOT_FOUND');
    expect((await admin.client.get(`/api/admin/orders/${here.orderId}/letter.pdf`)).statusCode).toBe(200);
    const evidenceForAdmin = await admin.client.get(`/api/admin/orders/${here.orderId}/letter.json`);
    expect(evidenceForAdmin.json()).toEqual(evidence);
    expect(await admin.audit('order.view_letter')).toHaveLength(2);
  });

  it('keeps the seal’s file encrypted, and seals once for two runs at once', async () => {
    const here = await buildSigned({ relationship: '본인' });
    await Promise.all([sealLetters(sealing), sealLetters(sealing)]);
    const row = await shop.db.selectFrom('letters').selectAll().where('order_id', '=', here.orderId).executeTakeFirst();
    expect(row?.pdf_sealed?.includes('%PDF')).toBe(false);
    const events = await shop.db
      .selectFrom('letter_events')
      .select('kind')
      .where('letter_id', '=', row?.id ?? 0);
    expect((await events.execute()).filter(({ kind }) => kind === 'sealed')).toHaveLength(1);
    expectError(await here.staff('withdraw'), 409, 'LETTER_STATE');
    expect((await here.staff('', LETTER)).statusCode).toBe(201);
    expect((await here.read(here.client)).state).toBe<Letter['state']>('sealed');
  });
});

describe('with a key', () => {
  it('seals the whole file, so that a changed and an appended byte are seen', async () => {
    const here = await buildSigned();
    await sealLetters({ ...sealing, key });
    expect(await here.read(here.client)).toMatchObject({ state: 'sealed', seal: 'pades' });
    const pdf = (await fileOf(here, 'pdf')).rawPayload;
    const { covered, size } = rangeOf(pdf);
    expect(covered).toBe(size);
    if (!hasPdfsig) return;
    expect(pdfsig(pdf)).toMatch(/Total document signed[\s\S]*Signature is Valid/);
    const changed = Buffer.from(pdf);
    changed.writeUInt8((changed[2000] ?? 0) ^ 1, 2000);
    expect(pdfsig(changed)).not.toContain('Signature is Valid');
    expect(pdfsig(Buffer.concat([pdf, Buffer.from('\n% appended')]))).not.toContain('Total document signed');
  });

  it('leaves a letter for the next run when seal, stamp or a glyph fail, and says why', async () => {
    const here = await buildSigned();
    const problem = async () => (await admin.client.get(`/api/admin/orders/${here.orderId}/letter`)).json().sealing;
    expect(await problem()).toEqual({ failures: 0, problem: null });
    const wrong = { ...sealing, key: { ...key, password: 'wrong' } };
    await expect(sealLetters(wrong)).rejects.toThrow('letters not sealed: 1');
    expect(await problem()).toEqual({ failures: 1, problem: 'key' });
    const away = { ...sealing, key: { ...key, tsaUrl: 'http://127.0.0.1:1/tsr' } };
    await expect(sealLetters(away)).rejects.toThrow('letters not sealed: 1');
    expect(await problem()).toEqual({ failures: 2, problem: 'stamp' });
    expect(await here.read(here.client)).toMatchObject({ state: 'signed_by_firm', has_pdf: false });
    const odd = {
      run: (work: LetterWork) => sealing.writer.run({ ...work, firm: '\u{1F600}' }),
      close: () => undefined,
    };
    await expect(sealLetters({ ...sealing, writer: odd, key })).rejects.toThrow('letters not sealed: 1');
    expect(await problem()).toEqual({ failures: 3, problem: 'font' });
    expect((await here.staff('seal')).json()).toMatchObject({ sealing: { failures: 3 } });
    expect(await admin.audit('order.retry_letter_seal')).toHaveLength(1);
    await sealLetters({ ...sealing, key });
    expect(await here.read(here.client)).toMatchObject({ state: 'sealed', seal: 'pades' });
    expect(await problem()).toBeNull();
    expectError(await admin.client.post(`/api/admin/orders/${here.orderId}/letter/seal`), 409, 'LETTER_STATE');
  });

  it('does not let a letter that fails hold up the next', async () => {
    const [first, second] = [await buildSigned(), await buildSigned()];
    const letterOf = ({ orderId }: Signed) =>
      shop.db
        .selectFrom('letter_documents')
        .innerJoin('letters', 'letters.id', 'letter_documents.letter_id')
        .select('letter_documents.id')
        .where('letters.order_id', '=', orderId)
        .where('kind', '=', 'letter')
        .executeTakeFirstOrThrow();
    const { id } = await letterOf(first);
    await shop.db.updateTable('letter_documents').set({ content_sealed: null }).where('id', '=', id).execute();
    await expect(sealLetters({ ...sealing, key })).rejects.toThrow('letters not sealed: 1');
    expect(await second.read(second.client)).toMatchObject({ state: 'sealed' });
    expect(await unsealed().select(['order_id', 'seal_problem']).execute()).toMatchObject([
      { order_id: first.orderId, seal_problem: 'other' },
    ]);
    await shop.db.deleteFrom('letters').where('order_id', '=', first.orderId).execute();
  });

  it('survives the end of the process that writes', async () => {
    const here = await buildSigned();
    // An idle process could be found and killed before it has the work; it may take a while to end.
    const idle = letterProcesses();
    sealing.writer.close();
    const failing = expect(sealLetters({ ...sealing, key })).rejects.toThrow('letters not sealed: 1');
    let writing: number | undefined;
    while (writing === undefined) {
      writing = letterProcesses().find((pid) => !idle.includes(pid));
      await new Promise((resolve) => setImmediate(resolve));
    }
    process.kill(writing, 'SIGKILL');
    await failing;
    await sealLetters({ ...sealing, key });
    expect(await here.read(here.client)).toMatchObject({ state: 'sealed', seal: 'pades' });
  });
});

it('shows each state at once to the client and staff, and to the payer the states of the own sheet alone', async () => {
  const here = await buildLetterCase(shop, admin.client);
  const streams = await Promise.all(
    [here.client.client, here.payer.client, admin.client].map((who) => readEvents(shop, who)),
  );
  const isOfCase = (event: ReadEvent) => event.name === 'case' && event.data.order_id === here.orderId;
  const counts = () => streams.map(({ events }) => events.filter(isOfCase).length);
  await here.staff('', LETTER, 'PUT');
  await here.offer();
  await here.client.client.post(here.path('sign'), await here.signing(here.client));
  await here.staff('sign');
  await here.payer.client.post(here.path('sign'), await here.signing(here.payer));
  await sealLetters({ ...sealing, key: undefined });
  // Administrators see the draft, too, of which the first may still be on its way when their stream opens.
  await expect.poll(() => counts()[2]).toBeGreaterThanOrEqual(6);
  // The payer learns of the offer, the own signature and the finished file.
  await expect.poll(() => counts().slice(0, 2)).toEqual([5, 3]);
  expect(JSON.stringify(streams.map(({ events }) => events))).not.toContain(LETTER.scope);
  for (const stream of streams) stream.close();
});
