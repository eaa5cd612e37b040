import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestDatabase } from '#tests/support/app/database.ts';
import { type OpenDatabase, openDatabase } from './connection.ts';
import { migrate } from './migrate.ts';

let folder: string;
let database: OpenDatabase;
let drop: () => Promise<void>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-migrations-'));
  cpSync(join(import.meta.dirname, 'migrations'), folder, { recursive: true });
  const created = await createTestDatabase(inject('postgres'));
  drop = created.drop;
  database = openDatabase({ connection: created.connection, poolSize: 5 });
});

afterEach(async () => {
  await database.close();
  await drop();
  rmSync(folder, { recursive: true });
});

async function applied(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>('select name from schema_migrations order by name');
  return rows.map((row) => row.name);
}

describe('migrate', () => {
  it('applies a new file once when several instances start concurrently', async () => {
    writeFileSync(join(folder, '9000-once.sql'), 'create table made_once (id integer)');
    await Promise.all([
      migrate(database.pool, { folder }),
      migrate(database.pool, { folder }),
      migrate(database.pool, { folder }),
    ]);
    expect((await applied()).filter((name) => name === '9000-once.sql')).toHaveLength(1);
  });

  it('reports each file that it applied, and no older one', async () => {
    const told: { migration: string; ms: number }[] = [];
    const onApplied = (applied: (typeof told)[number]) => told.push(applied);
    writeFileSync(join(folder, '9000-first.sql'), 'select 1');
    await migrate(database.pool, { folder, onApplied });
    writeFileSync(join(folder, '9001-second.sql'), 'select 1');
    await migrate(database.pool, { folder, onApplied });
    expect(told).toEqual([
      { migration: '9000-first.sql', ms: expect.any(Number) },
      { migration: '9001-second.sql', ms: expect.any(Number) },
    ]);
  });

  it('rolls back a failing file, reports its name and the reason, and keeps the data', async () => {
    const before = await applied();
    await database.pool.query("insert into users (user_id) values ('kept')");
    writeFileSync(join(folder, '9000-broken.sql'), 'delete from users; select * from no_such_table');
    await expect(migrate(database.pool, { folder })).rejects.toThrow(
      /9000-broken\.sql failed and was undone: .*no_such_table/,
    );
    expect(await applied()).toEqual(before);
    expect((await database.pool.query("select from users where user_id = 'kept'")).rowCount).toBe(1);
  });

  it('refuses a file that was changed after it was applied', async () => {
    writeFileSync(join(folder, '9000-first.sql'), 'select 1');
    await migrate(database.pool, { folder });
    writeFileSync(join(folder, '9000-first.sql'), 'select 2');
    await expect(migrate(database.pool, { folder })).rejects.toThrow('9000-first.sql was changed');
  });

  it('refuses a database that a newer version has migrated', async () => {
    await database.pool.query("insert into schema_migrations (name, checksum) values ('9999-future.sql', '')");
    await expect(migrate(database.pool, { folder })).rejects.toThrow('newer version');
  });
});
