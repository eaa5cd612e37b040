import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { createTestDatabase } from '#tests/support/app/database.ts';
import { openDatabase } from '../connection.ts';
import { migrate } from '../migrate.ts';
import { BackupError, backupFiles } from './backup-files.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { quoted } from './schema-tables.ts';

const NOW = new Date('2026-11-21T00:00:00Z');

const tableFile = (folder: string, table: string) => backupFiles(folder, undefined).tableFile(table);
const manifestFile = (folder: string) => backupFiles(folder, undefined).manifestFile;

let work: string;
let empty: Awaited<ReturnType<typeof createTestDatabase>>;

beforeEach(async () => {
  work = mkdtempSync(join(tmpdir(), 'shop-backup-'));
  empty = await createTestDatabase(inject('postgres'), 'template0');
});
afterEach(async () => {
  await empty.drop();
  rmSync(work, { recursive: true });
});

async function connected<Result>(
  connection: pg.ClientConfig,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

const ask = <Row extends pg.QueryResultRow>(connection: pg.ClientConfig, sql: string): Promise<Row[]> =>
  connected(connection, async (client) => (await client.query<Row>(sql)).rows);

/** Lists the schemas and their tables, views, sequences and routines, except PostgreSQL's own. */
function thingsOf(connection: pg.ClientConfig): Promise<{ name: string }[]> {
  return ask(
    connection,
    `select nspname || '.' || name as name from (
       select relnamespace as space, relname as name from pg_class union all select pronamespace, proname from pg_proc
       union all select typnamespace, typname from pg_type union all select oid, '' from pg_namespace
     ) as things join pg_namespace on pg_namespace.oid = space
     where nspname !~ '^pg_' and nspname <> 'information_schema' order by 1`,
  );
}

/** Reads every row of every table as text, to compare databases completely. */
function contentOf(connection: pg.ClientConfig, tables: readonly string[]): Promise<Record<string, string[]>> {
  return connected(connection, async (client) => {
    const content: Record<string, string[]> = {};
    for (const table of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${quoted(table)} t order by 1`);
      content[table] = rows.map(({ row }) => row);
    }
    return content;
  });
}

describe('a backup', () => {
  let shop: TestApp;
  let backup: string;
  let manifest: BackupManifest;

  beforeAll(async () => {
    shop = await startTestApp({ env: { SEED_SAMPLE: '1', ADMIN_PASSWORD: 'administrator-1' } });
    const user = await shop.buildUser({ fullname: '홍\t길동\n"쉼,표"\\N' });
    const soldier = await shop.buildSoldier({ user });
    await shop.buildOrder({ user, soldier, status: 'confirmed' });
    await shop.buildOrder({ user, status: 'pending' });
    const folder = mkdtempSync(join(tmpdir(), 'shop-backup-'));
    backup = join(folder, 'first');
    manifest = await makeBackup(shop.deps.database.connection, { folder: backup, madeAt: NOW });
  });
  afterAll(async () => {
    await shop.close();
    rmSync(join(backup, '..'), { recursive: true });
  });

  it('is restored row for row into a new database, with working constraints, triggers and sequences', async () => {
    await restoreBackup(empty.connection, { folder: backup });
    const tables = manifest.tables.map(({ name }) => name);
    expect(tables).toContain('orders');
    const original = await contentOf(shop.deps.database.connection, tables);
    expect(original.order_events?.length).toBeGreaterThan(0);
    expect(await contentOf(empty.connection, tables)).toEqual(original);
    const asleep = await ask(
      empty.connection,
      "select tgname from pg_trigger where tgenabled <> 'O' and not tgisinternal",
    );
    expect(asleep).toEqual([]);
    // No new row gets the id of an old one.
    const insert = "insert into users (user_id) values ('newcomer') returning id";
    const [highest] = await ask<{ id: number }>(shop.deps.database.connection, 'select max(id) as id from users');
    const [made] = await ask<{ id: number }>(empty.connection, insert);
    expect(made?.id).toBe((highest?.id ?? 0) + 1);
  });

  it('contains every table', async () => {
    const tables = await ask<{ name: string }>(
      shop.deps.database.connection,
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    const expected = tables.map(({ name }) => name).filter((name) => name !== 'schema_migrations');
    expect(manifest.tables.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
  });

  it('is readable only by its owner', () => {
    expect(statSync(backup).mode & 0o777).toBe(0o700);
    expect(statSync(tableFile(backup, 'users')).mode & 0o777).toBe(0o600);
    expect(statSync(manifestFile(backup)).mode & 0o777).toBe(0o600);
  });

  it('never overwrites another backup', async () => {
    await expect(makeBackup(shop.deps.database.connection, { folder: backup, madeAt: NOW })).rejects.toThrow(
      'never written over another',
    );
  });

  it('is restored only into an empty database', async () => {
    await ask(empty.connection, 'create table notes (id integer)');
    await expect(restoreBackup(empty.connection, { folder: backup })).rejects.toThrow('the database is not empty');
  });

  it.each([
    ['a file that lost rows', (text: string) => text.split('\n').slice(1).join('\n')],
    ['a file in which a letter changed', (text: string) => text.replace('buyer@example.com', 'thief@example.com')],
  ])('is not restored when it is damaged: %s', async (_name, damage) => {
    const copy = join(work, 'copy');
    cpSync(backup, copy, { recursive: true });
    const file = tableFile(copy, 'users');
    writeFileSync(file, gzipSync(damage(gunzipSync(readFileSync(file)).toString())));
    await expect(restoreBackup(empty.connection, { folder: copy })).rejects.toThrow('is damaged');
    expect(await thingsOf(empty.connection)).toEqual([{ name: 'public.' }]);
  });

  it.each([
    ['a file that ends too early', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 40))],
    ['a file that is not there', (file: string) => rmSync(file)],
  ])('is refused with a readable message: %s', async (_name, damage) => {
    const copy = join(work, 'copy');
    cpSync(backup, copy, { recursive: true });
    const file = tableFile(copy, 'users');
    damage(file);
    const refused = restoreBackup(empty.connection, { folder: copy });
    await expect(refused).rejects.toThrow(BackupError);
    await expect(refused).rejects.toThrow(`${file} is damaged`);
    expect(await thingsOf(empty.connection)).toEqual([{ name: 'public.' }]);
  });

  /** As an older program wrote it: without a checksum of its own. */
  function rewriteManifest(folder: string, content: BackupManifest): void {
    writeFileSync(manifestFile(folder), JSON.stringify(content));
    rmSync(join(folder, 'manifest.sha256'));
  }

  it('is refused after a change of one byte, wherever it is', async () => {
    const files = [manifestFile(backup), tableFile(backup, 'users'), join(backup, 'manifest.sha256')];
    for (const name of files.map((file) => basename(file))) {
      const { size } = statSync(join(backup, name));
      // The fifth byte of gzip is a time that no reader looks at.
      for (const place of [4, Math.floor(size / 2), size - 1]) {
        const copy = mkdtempSync(join(work, 'copy-'));
        cpSync(backup, copy, { recursive: true });
        const bytes = readFileSync(join(copy, name));
        bytes[place] = (bytes[place] ?? 0) ^ 1;
        writeFileSync(join(copy, name), bytes);
        await expect(restoreBackup(empty.connection, { folder: copy })).rejects.toThrow(BackupError);
      }
    }
    expect(await thingsOf(empty.connection)).toEqual([{ name: 'public.' }]);
  });

  /** Builds a copy with the rows of one table replaced, and a matching manifest. */
  function forge(table: string, change: (text: string) => string): string {
    const copy = join(work, 'forged');
    cpSync(backup, copy, { recursive: true });
    const text = change(gunzipSync(readFileSync(tableFile(copy, table))).toString());
    writeFileSync(tableFile(copy, table), gzipSync(text));
    const sha256 = createHash('sha256').update(text).digest('hex');
    const tables = manifest.tables.map((copied) =>
      copied.name === table ? { ...copied, sha256, packed_sha256: undefined } : copied,
    );
    rewriteManifest(copy, { ...manifest, tables });
    return copy;
  }

  it('leaves the database empty when a row is refused, so that a retry is possible', async () => {
    await ask(empty.connection, "create function kept() returns int language sql as 'select 1'");
    const before = await thingsOf(empty.connection);
    const folder = forge('orders', (text) => text.replace('confirmed', 'no-status'));
    const refused = restoreBackup(empty.connection, { folder });
    await expect(refused).rejects.toThrow(BackupError);
    await expect(refused).rejects.toThrow(/^the backup cannot be loaded: .*\(COPY orders, line \d+\)$/);
    expect(await thingsOf(empty.connection)).toEqual(before);
    await restoreBackup(empty.connection, { folder: backup });
    expect(await ask(empty.connection, 'select id from orders')).toHaveLength(2);
  });

  it.each<[string, Partial<BackupManifest['tables'][number]>]>([
    ['a path', { name: '../../../../etc/passwd' }],
    ['a statement', { name: 'users"; drop schema public cascade; --' }],
    ['a table of PostgreSQL', { name: 'pg_authid' }],
    ['no table of the shop', { name: 'schema_migrations' }],
    ['columns that do not exist', { columns: ['user_id', 'password'] }],
    ['another number of rows', { rows: 0 }],
  ])('whose manifest names %s leaves the database empty', async (_name, change) => {
    const copy = join(work, 'forged');
    cpSync(backup, copy, { recursive: true });
    const tables = manifest.tables.map((table) => (table.name === 'users' ? { ...table, ...change } : table));
    if (change.name) cpSync(tableFile(copy, 'users'), join(copy, `${basename(change.name)}.copy.gz`));
    rewriteManifest(copy, { ...manifest, tables });
    await expect(restoreBackup(empty.connection, { folder: copy })).rejects.toThrow(BackupError);
    expect(await thingsOf(empty.connection)).toEqual([{ name: 'public.' }]);
  });

  it.each(['', '{', '[]', '{"format":1}', 'null'])('whose manifest is %j is refused', async (text) => {
    const copy = join(work, 'copy');
    cpSync(backup, copy, { recursive: true });
    writeFileSync(manifestFile(copy), text);
    rmSync(join(copy, 'manifest.sha256'));
    await expect(restoreBackup(empty.connection, { folder: copy })).rejects.toThrow('is not the manifest of a backup');
  });

  it('is refused with a readable message for a database without the tables of the shop', async () => {
    const folder = join(work, 'nothing');
    const refused = makeBackup(empty.connection, { folder: folder, madeAt: NOW });
    await expect(refused).rejects.toThrow(BackupError);
    await expect(refused).rejects.toThrow('has none of the tables');
    expect(readdirSync(work)).toEqual([]);
  });

  it('is refused as incomplete when its manifest is missing', async () => {
    const copy = join(work, 'copy');
    cpSync(backup, copy, { recursive: true });
    rmSync(manifestFile(copy));
    await expect(restoreBackup(empty.connection, { folder: copy })).rejects.toThrow('holds no complete backup');
  });

  it('is refused when a newer version created it', async () => {
    const copy = join(work, 'copy');
    cpSync(backup, copy, { recursive: true });
    const newer = { ...manifest, migrations: [...manifest.migrations, { name: '9999-future.sql', checksum: '' }] };
    rewriteManifest(copy, newer);
    await expect(restoreBackup(empty.connection, { folder: copy })).rejects.toThrow('9999-future.sql');
    expect(await thingsOf(empty.connection)).toEqual([{ name: 'public.' }]);
  });
});

describe('a backup of an older version', () => {
  it('is restored to its own schema and then migrated', async () => {
    const old = await createTestDatabase(inject('postgres'), 'template0');
    try {
      const { pool, close } = openDatabase({ connection: old.connection, poolSize: 2 });
      await migrate(pool, { upTo: '0002-payment-sandbox.sql' });
      await pool.query("insert into users (user_id) values ('kept')");
      await close();
      const backup = join(work, 'old');
      const { tables } = await makeBackup(old.connection, { folder: backup, madeAt: NOW });
      expect(tables.map(({ name }) => name)).not.toContain('mails');
      await restoreBackup(empty.connection, { folder: backup });
      expect(await ask(empty.connection, 'select user_id from users')).toEqual([{ user_id: 'kept' }]);
      expect(await ask(empty.connection, 'select * from mails')).toEqual([]);
    } finally {
      await old.drop();
    }
  });
});
