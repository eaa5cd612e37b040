import type { FastifyBaseLogger } from 'fastify';
import { ConfigError } from '#server/config.ts';
import { type Db, transaction } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { createKeyRing, DecryptionError, type KeyRing, type Place, parseDataKeys } from './key-ring.ts';
import { bytesOf, leavePlain, type Seal, type StoredText, sealWith } from './sealed-text.ts';

/** Replaces a stored text that cannot be decrypted. */
const UNREADABLE = '내용을 읽을 수 없습니다.';

/** Encrypts values before they are stored. */
export type Cipher = Pick<KeyRing, 'encrypt' | 'hash'> & {
  encryptText: (text: string, place: Place) => Buffer;
};

/**
 * The encryption of stored texts and files, for every feature. A column holds `encryptText(text,
 * 'table.column:id')`; `encrypted-columns.ts` lists it for the rotation.
 */
export type DataKeys = {
  /**
   * Returns the cipher for writing. The first call of a process records the key as used, so that a
   * later start without it is refused.
   * @throws AppError DATA_KEYS_MISSING where production has no `DATA_KEYS`
   */
  forWriting: () => Promise<Cipher>;
  /** @throws DecryptionError; AppError DATA_KEYS_MISSING */
  decrypt: KeyRing['decrypt'];
  /** @throws DecryptionError; AppError DATA_KEYS_MISSING */
  decryptText: (value: Buffer, place: Place) => string;
  /**
   * Returns the encryption of free texts about people. Without `DATA_KEYS` they stay plain: orders
   * and refunds continue.
   */
  forSealing: () => Promise<Seal>;
  /**
   * Reads such a text. A plain one was written last, by an earlier version. One that cannot be
   * decrypted is logged and replaced by a sentence, so that the rest of the answer stays.
   */
  readText: (stored: StoredText, place: Place) => string;
  /** @throws AppError DATA_KEYS_MISSING */
  hashes: KeyRing['hashes'];
};

/** The key ring of a configured text; undefined where there is none. */
export function readKeyRing(dataKeys: string | undefined): KeyRing | undefined {
  if (dataKeys === undefined) return undefined;
  const keys = parseDataKeys(dataKeys);
  if (!keys) throw new ConfigError(['DATA_KEYS: the value is not usable; accepted: id:base64 of 32 bytes']);
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

/**
 * Creates the encryption with a key ring. Without one `forWriting` throws, and free texts stay
 * plain.
 */
export function createDataKeys(db: Db, ring: KeyRing | undefined, log: FastifyBaseLogger): DataKeys {
  let recorded: Promise<void> | undefined;

  function requireRing(): KeyRing {
    if (!ring) throw new AppError('DATA_KEYS_MISSING', { retryAfterSeconds: 3600 });
    return ring;
  }

  async function forWriting(): Promise<Cipher> {
    const { encrypt, hash } = requireRing();
    recorded ??= recordUse(db, requireRing()).catch((error: unknown) => {
      recorded = undefined;
      throw error;
    });
    await recorded;
    return { encrypt, hash, encryptText: (text, place) => encrypt(Buffer.from(text), place) };
  }

  return {
    forWriting,
    forSealing: async () => (ring ? sealWith(await forWriting()) : leavePlain),
    readText({ plain, sealed }, place) {
      if (plain !== '' || sealed === null) return plain;
      try {
        return requireRing().decrypt(bytesOf(sealed), place).toString();
      } catch (error) {
        if (!(error instanceof DecryptionError)) throw error;
        log.error({ err: error, place }, 'stored text cannot be decrypted');
        return UNREADABLE;
      }
    },
    decrypt: (value, place) => requireRing().decrypt(value, place),
    decryptText: (value, place) => requireRing().decrypt(value, place).toString(),
    hashes: (value, purpose) => requireRing().hashes(value, purpose),
  };
}

/**
 * Refuses a start that could not read what is stored.
 * @throws ConfigError naming the keys that are missing, or are other ones under the same id
 */
export async function checkDataKeys(db: Db, ring: KeyRing | undefined): Promise<void> {
  const used = await db.selectFrom('data_keys').select(['id', 'fingerprint']).orderBy('id').execute();
  const problems = used.flatMap(({ id, fingerprint }) => {
    const key = ring?.keys.find((known) => known.id === id);
    if (!key) return [`DATA_KEYS: the key "${id}" is missing; accepted: every key that stored data was written with`];
    if (key.fingerprint.equals(fingerprint)) return [];
    return [`DATA_KEYS: "${id}" is another key than the one that stored data was written with`];
  });
  if (problems.length > 0) throw new ConfigError(problems);
}
