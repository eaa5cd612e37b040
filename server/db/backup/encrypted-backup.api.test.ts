import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Decrypter, generateX25519Identity } from 'age-encryption';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type BackupCipher, createBackupCipher } from '#server/lib/keys/backup-key.ts';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { createTestDatabase } from '#tests/support/app/database.ts';
import { BackupError } from './backup-files.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const SECRET_TEXT = 'buyer-of-the-copy@example.com';

describe('a backup with BACKUP_KEY', () => {
  let shop: TestApp;
  let empty: Awaited<ReturnType<typeof createTestDatabase>>;
  let work: string;
  let backup: string;
  let earlier: string;
  let identity: string;
  let cipher: BackupCipher;

  beforeAll(async () => {
    shop = await startTestApp();
    await shop.buildUser({ email: SECRET_TEXT });
    empty = await createTestDatabase(inject('postgres'), 'template0');
    work = mkdtempSync(join(tmpdir(), 'shop-backup-'));
    backup = join(work, 'encrypted');
    identity = await generateX25519Identity();
    cipher = await createBackupCipher(identity);
    earlier = join(work, 'earlier');
    await makeBackup(shop.deps.database.connection, { folder: earlier, madeAt: new Date(0), cipher });
    await shop.buildUser();
    await makeBackup(shop.deps.database.connection, { folder: backup, madeAt: new Date(), cipher });
  });
  afterAll(async () => {
    await empty?.drop();
    await shop?.close();
    rmSync(work, { recursive: true, force: true });
  });

  async function tablesOf(connection: pg.ClientConfig): Promise<number> {
    const client = new pg.Client(connection);
    await client.connect();
    const { rowCount } = await client.query("select from pg_class where relnamespace = 'public'::regnamespace");
    await client.end();
    return rowCount ?? 0;
  }

  /** A copy of the backup, changed. */
  function changed(change: (folder: string) => void): string {
    const folder = join(mkdtempSync(join(work, 'changed-')), 'copy');
    cpSync(backup, folder, { recursive: true });
    change(folder);
    return folder;
  }

  async function expectRefused(folder: string, withCipher: BackupCipher | undefined = cipher): Promise<void> {
    await expect(restoreBackup(empty.connection, { folder, cipher: withCipher })).rejects.toThrow(BackupError);
    expect(await tablesOf(empty.connection)).toBe(0);
  }

  it('holds nothing readable, and is read by its owner alone', () => {
    for (const name of readdirSync(backup)) {
      const bytes = readFileSync(join(backup, name));
      expect(statSync(join(backup, name)).mode & 0o777).toBe(0o600);
      expect(bytes.includes('users')).toBe(false);
      if (name !== 'manifest.mac') expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    }
  });

  it("is in age's format: any program for it decrypts a table", async () => {
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    const bytes = await decrypter.decrypt(readFileSync(join(backup, 'users.copy.gz.age')));
    expect(gunzipSync(bytes).toString()).toContain(SECRET_TEXT);
  });

  it('is refused after a change of one byte, wherever it is, and leaves nothing in the database', async () => {
    for (const name of ['users.copy.gz.age', 'manifest.json.age', 'manifest.mac']) {
      const { size } = statSync(join(backup, name));
      for (const place of [0, Math.floor(size / 2), size - 1]) {
        const folder = changed((copy) => {
          const bytes = readFileSync(join(copy, name));
          bytes[place] = (bytes[place] ?? 0) ^ 1;
          writeFileSync(join(copy, name), bytes);
        });
        await expectRefused(folder);
      }
    }
  });

  it.each<[string, (folder: string) => void]>([
    ['a cut file', (folder) => cut(join(folder, 'users.copy.gz.age'), 20)],
    ['a longer file', (folder) => writeFileSync(join(folder, 'users.copy.gz.age'), 'x', { flag: 'a' })],
    [
      'a file of another table',
      (folder) => cpSync(join(folder, 'mails.copy.gz.age'), join(folder, 'users.copy.gz.age')),
    ],
    ['an empty file', (folder) => writeFileSync(join(folder, 'users.copy.gz.age'), '')],
    ['the header alone', (folder) => cutTo(join(folder, 'users.copy.gz.age'), 184)],
    ['a cut manifest', (folder) => cut(join(folder, 'manifest.json.age'), 1)],
    ['an empty signature', (folder) => writeFileSync(join(folder, 'manifest.mac'), '')],
    ['a longer signature', (folder) => writeFileSync(join(folder, 'manifest.mac'), 'x', { flag: 'a' })],
    ['a missing table', (folder) => rmSync(join(folder, 'users.copy.gz.age'))],
    ['a folder in place of a table', (folder) => replaceByFolder(join(folder, 'users.copy.gz.age'))],
    ['a table of an earlier backup with the same key', (folder) => copyFrom(earlier, folder, 'users.copy.gz.age')],
    ['the manifest of an earlier one', (folder) => copyFrom(earlier, folder, 'manifest.json.age', 'manifest.mac')],
    ['the signature of an earlier one', (folder) => copyFrom(earlier, folder, 'manifest.mac')],
    ['no signature', (folder) => rmSync(join(folder, 'manifest.mac'))],
    ['a plain manifest beside it', (folder) => writeFileSync(join(folder, 'manifest.json'), '{}')],
  ])('is refused with %s', async (_name, change) => {
    await expectRefused(changed(change));
  });

  it('is refused without its key, and with another one', async () => {
    await expectRefused(backup, await createBackupCipher(randomBytes(32).toString('base64')));
    await expect(restoreBackup(empty.connection, { folder: backup })).rejects.toThrow('set BACKUP_KEY');
  });

  it('is refused when its maker knew only the public half of the key', async () => {
    const forged = { ...cipher, sign: () => randomBytes(32) };
    const folder = join(work, 'forged');
    await makeBackup(shop.deps.database.connection, { folder, madeAt: new Date(), cipher: forged });
    await expectRefused(folder);
  });

  it('is restored row for row', async () => {
    await restoreBackup(empty.connection, { folder: backup, cipher });
    const client = new pg.Client(empty.connection);
    await client.connect();
    const { rows } = await client.query<{ email: string }>('select email from users');
    await client.end();
    expect(rows).toContainEqual({ email: SECRET_TEXT });
  });

  it('takes 32 bytes in base64 as a key', async () => {
    const other = await createBackupCipher(randomBytes(32).toString('base64'));
    const folder = join(work, 'base64');
    await makeBackup(shop.deps.database.connection, { folder, madeAt: new Date(), cipher: other });
    await expect(restoreBackup(empty.connection, { folder, cipher: other })).rejects.toThrow(
      'the database is not empty',
    );
  });
});

function cut(file: string, bytes: number): void {
  const whole = readFileSync(file);
  writeFileSync(file, whole.subarray(0, whole.length - bytes));
}

function cutTo(file: string, bytes: number): void {
  writeFileSync(file, readFileSync(file).subarray(0, bytes));
}

function replaceByFolder(file: string): void {
  rmSync(file);
  mkdirSync(file);
}

function copyFrom(other: string, folder: string, ...names: readonly string[]): void {
  for (const name of names) cpSync(join(other, name), join(folder, name));
}
