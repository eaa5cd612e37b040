import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { recordAudit } from '../record-audit.ts';
import { checkExport, exportAudit } from './export-audit.ts';
import { sealAudit } from './seal-audit.ts';

const KEY = { id: 'one', secret: Buffer.alloc(32, 5) };

let shop: TestApp;
let lines: string[];
beforeAll(async () => {
  shop = await startTestApp();
  const admin = { actor: { id: null, user_id: 'system' }, address: '' };
  for (const reason of ['첫째', 'second', 'third\nline']) {
    await recordAudit(shop.db, { ...admin, action: 'order.note', subjectType: 'order', reason });
  }
  await sealAudit({ db: shop.db, log: shop.deps.log });
  lines = (await text(Readable.from(exportAudit(shop.db, KEY)))).trimEnd().split('\n');
});
afterAll(() => shop.close());

const check = (changed: readonly string[], keys = [KEY]) => checkExport(Readable.from(changed), keys);

it('an export of the audit log has each entry on a line, and its signature at the end', async () => {
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain('첫째');
  expect(await check(lines)).toBeUndefined();
});

it.each<[string, (all: string[]) => string[]]>([
  ['a changed entry', (all) => all.map((line) => line.replace('second', 'Second'))],
  ['a removed entry', (all) => all.filter((line) => !line.includes('second'))],
  ['a cut end', (all) => all.slice(0, -1)],
  ['entries cut before the signature', (all) => [...all.slice(0, 2), all.at(-1) ?? '']],
  ['a line after the signature', (all) => [...all, all[0] ?? '']],
])('an export with %s is refused', async (_name, change) => {
  expect(await check(change(lines))).toEqual(expect.any(String));
});

it('an export that another key signed is refused', async () => {
  expect(await check(lines, [{ id: 'one', secret: randomBytes(32) }])).toContain('signature');
  expect(await check(lines, [{ ...KEY, id: 'two' }])).toBe('DATA_KEYS has no key "one"');
});
