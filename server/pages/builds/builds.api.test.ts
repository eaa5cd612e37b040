import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { applyRetention } from '#server/features/retention/apply-retention.ts';
import { DAY_MS } from '#server/lib/time.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createOtherBuilds } from './other-builds.ts';
import { publishBuild } from './publish-build.ts';

const shop = await setUpTestApp();
const folder = mkdtempSync(join(tmpdir(), 'shop-builds-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  await shop.db.deleteFrom('builds').execute();
  await shop.db.deleteFrom('build_files').execute();
});

const FONT = 'assets/font-00000000.woff2';

/** A build of one script of its own, and the font that all builds have. */
function buildOf(label: string): { clientDir: string; script: string } {
  const clientDir = join(folder, label);
  for (const part of ['static/js', 'assets']) mkdirSync(join(clientDir, part), { recursive: true });
  const script = `static/js/page-${createHash('sha256').update(label).digest('hex').slice(0, 8)}.js`;
  writeFileSync(join(clientDir, script), `export const label = '${label}';`);
  writeFileSync(join(clientDir, `${script}.br`), 'compressed');
  writeFileSync(join(clientDir, FONT), 'font');
  return { clientDir, script };
}

const publish = ({ clientDir }: { clientDir: string }, now = shop.clock.now()) => publishBuild(shop.db, clientDir, now);
const daysLater = (days: number) => new Date(shop.clock.now().getTime() + days * DAY_MS);

it('finds a file that was published after the process last looked', async () => {
  const others = createOtherBuilds(shop.deps.database);
  const { script, ...build } = buildOf('late');
  expect(await others.find(script)).toBeUndefined();
  await publish(build);
  const file = await others.find(script);
  expect(file?.bodies).toEqual({
    identity: Buffer.from("export const label = 'late';"),
    br: Buffer.from('compressed'),
  });
  expect(file?.type).toBe('application/javascript; charset=utf-8');
});

it('reads a file once from the database', async () => {
  const build = buildOf('once');
  await publish(build);
  const others = createOtherBuilds(shop.deps.database);
  const { statements } = await shop.statements.measure(() =>
    Promise.all(Array.from({ length: 20 }, () => others.find(build.script))),
  );
  expect(statements).toHaveLength(2);
  expect((await shop.statements.measure(() => others.find(build.script))).statements).toEqual([]);
});

it('a flood of unknown names costs one query a second, and names without a hash cost none', async () => {
  const others = createOtherBuilds(shop.deps.database);
  const unknown = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => others.find(`static/js/x-${String(index).padStart(8, '0')}.js`)),
    );
  const { statements } = await shop.statements.measure(() => unknown(500));
  expect(statements).toHaveLength(1);
  const names = ['static/js/app.js', '../../etc/passwd-12345678.js', `assets/${'a'.repeat(5000)}-12345678.js`];
  const without = await shop.statements.measure(() => Promise.all(names.map(others.find)));
  expect(without.statements).toEqual([]);
});

it('two processes of one build that start together publish it once', async () => {
  const build = buildOf('twice');
  await Promise.all([publish(build), publish(build)]);
  const { statements } = await shop.statements.measure(() => publish(build));
  expect(statements.filter((sql) => /insert/.test(sql))).toEqual([]);
  expect(await shop.db.selectFrom('builds').select('replaced_at').execute()).toEqual([{ replaced_at: null }]);
});

it('keeps the files of a build for 30 days after another one replaced it', async () => {
  const [first, second] = [buildOf('first'), buildOf('second')];
  await publish(first);
  await applyRetention(shop.db, daysLater(100));
  await publish(second, daysLater(100));
  const names = async () => (await shop.db.selectFrom('build_files').select('name').execute()).map(({ name }) => name);
  await applyRetention(shop.db, daysLater(129));
  expect(await names()).toContain(first.script);
  await applyRetention(shop.db, daysLater(130));
  expect((await names()).sort()).toEqual([FONT, second.script].sort());
  // As after a rollback.
  await publish(first, daysLater(131));
  expect(await names()).toContain(first.script);
});
