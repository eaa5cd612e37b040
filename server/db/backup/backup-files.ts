import { createHash } from 'node:crypto';
import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BackupCipher } from '#server/lib/keys/backup-key.ts';

const MANIFEST = 'manifest.json';
const SIGNATURE = 'manifest.mac';
const CHECKSUM = 'manifest.sha256';

/** Thrown when a backup cannot be created or loaded for a reason that an operator can fix. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupError';
  }
}

type Bytes = AsyncIterable<Uint8Array>;

/** The files of a backup in its folder: in age's format with a key, and plain without one. */
export type BackupFiles = {
  /** File of one table's compressed rows. */
  tableFile: (table: string) => string;
  manifestFile: string;
  /** Stages of a stream pipeline, between compressed bytes and the file. */
  encrypt: (source: Bytes) => AsyncGenerator<Uint8Array>;
  decrypt: (source: Bytes) => AsyncGenerator<Uint8Array>;
  writeManifest: (text: string) => Promise<void>;
  /** @throws BackupError when it is missing, changed, or written with another key */
  readManifest: () => Promise<string>;
};

async function* unchanged(source: Bytes): AsyncGenerator<Uint8Array> {
  yield* source;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

function plainFiles(folder: string): BackupFiles {
  const manifestFile = join(folder, MANIFEST);
  const checksumFile = join(folder, CHECKSUM);
  return {
    tableFile: (table) => join(folder, `${table}.copy.gz`),
    manifestFile,
    encrypt: unchanged,
    decrypt: unchanged,
    async writeManifest(text) {
      await writeFile(checksumFile, hashOf(text), { mode: 0o600 });
      await writeFile(manifestFile, text, { mode: 0o600 });
    },
    async readManifest() {
      if (await exists(`${manifestFile}.age`)) {
        throw new BackupError(`${folder} is encrypted; set BACKUP_KEY to the key that it was made with`);
      }
      const text = await readFile(manifestFile, 'utf8').catch(() => {
        throw new BackupError(`${folder} holds no complete backup: there is no ${MANIFEST} in it`);
      });
      // Older copies have none. It finds damage, not forgery: only a key does that.
      const checksum = await readFile(checksumFile, 'utf8').catch(() => undefined);
      if (checksum !== undefined && checksum !== hashOf(text)) throw new BackupError(`${manifestFile} is damaged`);
      return text;
    },
  };
}

function encryptedFiles(folder: string, cipher: BackupCipher): BackupFiles {
  const manifestFile = join(folder, `${MANIFEST}.age`);
  const signatureFile = join(folder, SIGNATURE);
  return {
    tableFile: (table) => join(folder, `${table}.copy.gz.age`),
    manifestFile,
    encrypt: cipher.encrypt,
    decrypt: cipher.decrypt,
    async writeManifest(text) {
      const bytes = await buffer(Readable.from(cipher.encrypt(Readable.from([Buffer.from(text)]))));
      await writeFile(signatureFile, cipher.sign(bytes), { mode: 0o600 });
      await writeFile(manifestFile, bytes, { mode: 0o600 });
    },
    async readManifest() {
      // Without this, a forged plain copy could be put in place of an encrypted one.
      if (await exists(join(folder, MANIFEST))) {
        throw new BackupError(
          `${folder} is not encrypted, so anyone could have changed it; unset BACKUP_KEY to load it`,
        );
      }
      const [bytes, signature] = await Promise.all([readFile(manifestFile), readFile(signatureFile)]).catch(() => {
        throw new BackupError(`${folder} holds no complete backup: ${MANIFEST}.age or ${SIGNATURE} is missing`);
      });
      if (!cipher.isSigned(bytes, signature)) {
        throw new BackupError(`${manifestFile} was changed, or made with another BACKUP_KEY`);
      }
      return (await buffer(Readable.from(cipher.decrypt(Readable.from([bytes]))))).toString();
    },
  };
}

/** Names, writes and reads the files in the folder of a backup. */
export function backupFiles(folder: string, cipher: BackupCipher | undefined): BackupFiles {
  return cipher ? encryptedFiles(folder, cipher) : plainFiles(folder);
}
