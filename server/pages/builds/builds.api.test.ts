import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createDataKeys, readKeyRing } from '#server/lib/keys/data-keys.ts';
import { DAY_MS } from '#server/lib/time.ts';
import { applyRetention } from '#server/registry/apply-retention.ts';
import { rotateKeys } from '#server/registry/rotate-keys.ts';
import { setUpTestApp, TEST_KEYS } from '#tests/support/app/app.ts';
import { createOtherBuilds } from './other-builds.ts';
import { publishBuild } from './publish-build.ts';

const shop = await setUpTestApp();
const { database, dataKeys, log } = shop.deps;
const deps = { db: database.db, pool: database.pool, dataKeys, log };
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

const publish = ({ clientDir }: { clientDir: string }, now = shop.clock.now()) => publishBuild(deps, clientDir, now);
const daysLater = (days: number) => new Date(shop.clock.now().getTime() + days * DAY_MS);

it('finds a file that was published after the process last looked', async () => {
  const others = createOtherBuilds(deps);
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

const rowOf = (name: string) =>
  shop.db.selectFrom('build_files').selectAll().where('name', '=', name).executeTakeFirstOrThrow();

it.each(['body', 'body_br', 'body_gzip', 'no body_br', 'type', 'seal', 'other seal', 'name'] as const)(
  'does not send a file whose %s was changed in the database',
  async (column) => {
    const [build, other] = [buildOf(`changed-${column}`), buildOf(`other-${column}`)];
    await publish(build);
    await publish(other);
    const changed = {
      body: { body: Buffer.from('alert(1)') },
      body_br: { body_br: Buffer.from('alert(1)') },
      // A copy that the build does not have.
      body_gzip: { body_gzip: Buffer.from('alert(1)') },
      'no body_br': { body_br: null },
      type: { type: 'text/html' },
      seal: { seal: Buffer.from('changed') },
      'other seal': { seal: (await rowOf(other.script)).seal, body: (await rowOf(other.script)).body },
      // As a file that was published under another name.
      name: { name: build.script },
    }[column];
    if (column === 'name') await shop.db.deleteFrom('build_files').where('name', '=', build.script).execute();
    const target = column === 'name' ? other.script : build.script;
    await shop.db.updateTable('build_files').set(changed).where('name', '=', target).execute();
    expect(await createOtherBuilds(deps).find(build.script)).toBeUndefined();
  },
);

it('does not send a file that another program inserted', async () => {
  const build = buildOf('inserted');
  await publish(build);
  const row = await rowOf(build.script);
  const name = 'static/js/page-evil0000.js';
  await shop.db
    .insertInto('build_files')
    .values({ ...row, id: row.id + 1_000_000, name })
    .execute();
  await shop.db
    .insertInto('builds')
    .values({ id: 'evil', names: [name], created_at: new Date(), replaced_at: null })
    .execute();
  const others = createOtherBuilds(deps);
  expect(await others.find(name)).toBeUndefined();
  expect(await others.find(build.script)).toBeDefined();
});

it('finds a file after the keys were rotated', async () => {
  const build = buildOf('rotated');
  await publish(build);
  const ring = readKeyRing(`new:${Buffer.alloc(32, 9).toString('base64')},${TEST_KEYS.DATA_KEYS}`);
  await rotateKeys(shop.db, ring);
  const rotated = createDataKeys(shop.db, readKeyRing(`new:${Buffer.alloc(32, 9).toString('base64')}`), log);
  expect(await createOtherBuilds({ ...deps, dataKeys: rotated }).find(build.script)).toBeDefined();
});

it('keeps a file that it has read', async () => {
  const build = buildOf('once');
  await publish(build);
  const others = createOtherBuilds(deps);
  const file = await others.find(build.script);
  expect(file).toBeDefined();
  await shop.db.deleteFrom('build_files').execute();
  expect(await others.find(build.script)).toEqual(file);
});

it.each(['static/js/x-00000000.js', 'static/js/app.js', '../../etc/passwd-12345678.js'])(
  'finds no file of the unknown name %s',
  async (name) => {
    expect(await createOtherBuilds(deps).find(name)).toBeUndefined();
  },
);

it('two processes of one build that start together publish it once', async () => {
  const build = buildOf('twice');
  await Promise.all([publish(build), publish(build)]);
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
