import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 1;
const KEY_ID = /^[A-Za-z0-9_.-]{1,32}$/;
/**
 * The row and column that a value belongs to; a value that is copied elsewhere cannot be decrypted
 * there.
 */
export type Place = `${string}.${string}:${number}`;

/** The column of a keyed hash; the same value has another hash in another column. */
export type HashPurpose = `${string}.${string}`;

/**
 * Thrown for a value that was changed, belongs to another place, or needs a key that is not there.
 */
export class DecryptionError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DecryptionError';
  }
}

type DataKey = {
  id: string;
  /** Starts each value that this key wrote: format, length of the id, id. */
  prefix: Buffer;
  /** Identifies the key among others with the same id, without revealing it. */
  fingerprint: Buffer;
  texts: KeyObject;
  lookups: KeyObject;
};

/** The keys of stored texts and files: the first one writes, all of them read. */
export type KeyRing = {
  readonly keys: readonly { id: string; fingerprint: Buffer }[];
  /** Prefix of a value that the writing key encrypted. */
  readonly writePrefix: Buffer;
  encrypt: (bytes: Uint8Array, place: Place) => Buffer;
  /** @throws DecryptionError */
  decrypt: (value: Buffer, place: Place) => Buffer;
  /** Keyed hash of a value that is compared and never read back, under the writing key. */
  hash: (value: string, purpose: HashPurpose) => Buffer;
  /** The same under each key of the ring. */
  hashes: (value: string, purpose: HashPurpose) => Buffer[];
};

function derive(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
}

function toDataKey(id: string, secret: Buffer): DataKey {
  return {
    id,
    prefix: Buffer.concat([Buffer.from([FORMAT, id.length]), Buffer.from(id)]),
    fingerprint: derive(secret, 'fingerprint').subarray(0, 8),
    // Created once: from bytes, each use would create a key object again.
    texts: createSecretKey(derive(secret, 'texts')),
    lookups: createSecretKey(derive(secret, 'lookups')),
  };
}

/**
 * Reads `id:base64,id:base64`; undefined for anything else.
 * Each key has 32 bytes, each id is there once.
 */
export function parseDataKeys(text: string): { id: string; secret: Buffer }[] | undefined {
  const keys = text.split(',').map((part) => {
    const at = part.indexOf(':');
    return { id: part.slice(0, at).trim(), secret: Buffer.from(part.slice(at + 1).trim(), 'base64') };
  });
  const isUsable = keys.every(({ id, secret }) => KEY_ID.test(id) && secret.length === KEY_BYTES);
  return isUsable && new Set(keys.map(({ id }) => id)).size === keys.length ? keys : undefined;
}

/** A new key as `DATA_KEYS` has it. */
export function newDataKey(): string {
  return `${randomBytes(4).toString('hex')}:${randomBytes(KEY_BYTES).toString('base64')}`;
}

function hashUnder({ lookups }: DataKey, value: string, purpose: HashPurpose): Buffer {
  return createHmac('sha256', lookups).update(`${purpose}\n${value}`).digest();
}

function keyOf(keys: readonly DataKey[], value: Buffer): DataKey {
  const key = keys.find(({ prefix }) => value.subarray(0, prefix.length).equals(prefix));
  if (!key) throw new DecryptionError('the value was written with a key that is not in DATA_KEYS');
  return key;
}

/** @throws Error when there is no key */
export function createKeyRing(secrets: readonly { id: string; secret: Buffer }[]): KeyRing {
  const keys = secrets.map(({ id, secret }) => toDataKey(id, secret));
  const [writer] = keys;
  if (!writer) throw new Error('a key ring needs a key');
  return {
    keys: keys.map(({ id, fingerprint }) => ({ id, fingerprint })),
    writePrefix: writer.prefix,
    encrypt(bytes, place) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', writer.texts, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(place));
      const data = Buffer.concat([cipher.update(bytes), cipher.final()]);
      return Buffer.concat([writer.prefix, iv, cipher.getAuthTag(), data]);
    },
    decrypt(value, place) {
      const key = keyOf(keys, value);
      const iv = value.subarray(key.prefix.length, key.prefix.length + IV_BYTES);
      const tag = value.subarray(key.prefix.length + IV_BYTES, key.prefix.length + IV_BYTES + TAG_BYTES);
      if (tag.length !== TAG_BYTES) throw new DecryptionError('the value is cut off');
      const decipher = createDecipheriv('aes-256-gcm', key.texts, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(tag);
      const data = decipher.update(value.subarray(key.prefix.length + IV_BYTES + TAG_BYTES));
      try {
        decipher.final();
      } catch (error) {
        throw new DecryptionError(`the value of ${place} was changed or belongs elsewhere`, error);
      }
      return data;
    },
    hash: (value, purpose) => hashUnder(writer, value, purpose),
    hashes: (value, purpose) => keys.map((key) => hashUnder(key, value, purpose)),
  };
}
