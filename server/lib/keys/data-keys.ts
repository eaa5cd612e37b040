import type { FastifyBaseLogger } from 'fastify';
import { ConfigError } from '#server/config.ts';
import { type Db, transaction } from '#server/db/transaction.ts';
import { createKeyRing, DecryptionError, type KeyRing, type Place, parseDataKeys } from './key-ring.ts';
import { bytesOf, type Seal, type SealedText } from './sealed-text.ts';

/** Replaces a stored text that cannot be decrypted. */
const UNREADABLE = '내용을 읽을 수 없습니다.';

/** Encrypts values before they are stored. */
export type Cipher = Pick<KeyRing, 'encrypt' | 'hash'> & {
  encryptText: (text: string, place: Place) => Buffer;
};

/**
 * The encryption of stored texts and files, for every feature. A column holds `encryptText(text,
 * 'table.column:id')`; a feature lists it for the rotation.
 */
export type DataKeys = {
  /**
   * Returns the cipher for writing. The first call of a process records the key as used, so that a
   * later start without it is refused.
   */
  forWriting: () => Promise<Cipher>;
  /** @throws DecryptionError */
  decrypt: KeyRing['decrypt'];
  /** @throws DecryptionError */
  decryptText: (value: Buffer, place: Place) => string;
  /** Returns the encryption of free texts about people. */
  forSealing: () => Promise<Seal>;
  /**
   * Reads such a text. One that cannot be decrypted is logged and replaced by a sentence, so that
   * the rest of the answer stays.
   */
  readText: (sealed: SealedText, place: Place) => string;
  hashes: KeyRing['hashes'];
};

/**
 * The key ring of the configured text.
 * @throws ConfigError
 */
export function readKeyRing(dataKeys: string | undefined): KeyRing {
  const keys = dataKeys === undefined ? undefined : parseDataKeys(dataKeys);
  if (!keys) throw new ConfigError(['DATA_KEYS: missing or not usable; accepted: id:base64 of 32 bytes']);
  return createKeyRing(keys);
}

/** Records the writing key as used. */
async function recordUse(db: Db, { keys: [writer] }: KeyRing): Promise<void> {
  if (!writer) return;
  await transaction(db, (trx) =>
    trx
      .insertInto('data_keys')
      .values({ id: writer.id, fingerprint: writer.fingerprint })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/** Creates the encryption with a key ring. */
export function createDataKeys(db: Db, ring: KeyRing, log: FastifyBaseLogger): DataKeys {
  let recorded: Promise<void> | undefined;

  async function forWriting(): Promise<Cipher> {
    recorded ??= recordUse(db, ring).catch((error: unknown) => {
      recorded = undefined;
      throw error;
    });
    await recorded;
    const { encrypt, hash } = ring;
    return { encrypt, hash, encryptText: (text, place) => encrypt(Buffer.from(text), place) };
  }

  return {
    forWriting,
    async forSealing() {
      const { encryptText } = await forWriting();
      return (text, place) => (text === '' ? null : encryptText(text, place));
    },
    readText(sealed, place) {
      if (sealed === null) return '';
      try {
        return ring.decrypt(bytesOf(sealed), place).toString();
      } catch (error) {
        if (!(error instanceof DecryptionError)) throw error;
        log.error({ err: error, place }, 'stored text cannot be decrypted');
        return UNREADABLE;
      }
    },
    decrypt: ring.decrypt,
    decryptText: (value, place) => ring.decrypt(value, place).toString(),
    hashes: ring.hashes,
  };
}

/**
 * Refuses a start that could not read what is stored.
 * @throws ConfigError naming the keys that are missing, or are other ones under the same id
 */
export async function checkDataKeys(db: Db, ring: KeyRing): Promise<void> {
  const used = await db.selectFrom('data_keys').select(['id', 'fingerprint']).orderBy('id').execute();
  const problems = used.flatMap(({ id, fingerprint }) => {
    const key = ring.keys.find((known) => known.id === id);
    if (!key) return [`DATA_KEYS: the key "${id}" is missing; accepted: every key that stored data was written with`];
    if (key.fingerprint.equals(fingerprint)) return [];
    return [`DATA_KEYS: "${id}" is another key than the one that stored data was written with`];
  });
  if (problems.length > 0) throw new ConfigError(problems);
}
