import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { bech32 } from '@scure/base';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { backupKeyBytes, isBackupKey } from './backup-key-format.ts';

const KEY_BYTES = 32;

type Bytes = AsyncIterable<Uint8Array>;

/** Encrypts and authenticates the files of a backup. */
export type BackupCipher = {
  /** Stages of a stream pipeline. */
  encrypt: (source: Bytes) => AsyncGenerator<Uint8Array>;
  decrypt: (source: Bytes) => AsyncGenerator<Uint8Array>;
  sign: (bytes: Uint8Array) => Buffer;
  isSigned: (bytes: Uint8Array, signature: Uint8Array) => boolean;
};

/** An age identity; 32 bytes in base64 are one in another notation. */
function identityOf(key: string): string {
  const bytes = backupKeyBytes(key);
  return bytes ? bech32.encodeFromBytes('AGE-SECRET-KEY-', bytes).toUpperCase() : key;
}

/**
 * Creates the cipher of a key. Age encrypts to the key's public half, so age alone would accept a
 * file from each one who learns that half: the manifest, which has a hash of each file, is signed
 * with the secret.
 * @throws when the key is not one
 */
export async function createBackupCipher(key: string): Promise<BackupCipher> {
  if (!isBackupKey(key)) throw new Error('not a backup key');
  const identity = identityOf(key);
  const recipient = await identityToRecipient(identity);
  const signingKey = Buffer.from(hkdfSync('sha256', identity, '', 'shop backup manifest', KEY_BYTES));
  const sign = (bytes: Uint8Array) => createHmac('sha256', signingKey).update(bytes).digest();
  return {
    async *encrypt(source) {
      const encrypter = new Encrypter();
      encrypter.addRecipient(recipient);
      yield* await encrypter.encrypt(ReadableStream.from(source));
    },
    async *decrypt(source) {
      const decrypter = new Decrypter();
      decrypter.addIdentity(identity);
      yield* await decrypter.decrypt(ReadableStream.from(source));
    },
    sign,
    isSigned(bytes, signature) {
      const expected = sign(bytes);
      return signature.length === expected.length && timingSafeEqual(signature, expected);
    },
  };
}
