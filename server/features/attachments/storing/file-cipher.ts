import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { DecryptionError } from '#server/lib/keys/key-ring.ts';

export const FILE_KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** So much of a part is encrypted at a time: the cipher returns a copy of what it is given. */
const SLICE_BYTES = 64 * 1024;

/** Which part of which file: one that is moved, cut off or appended cannot be decrypted. */
export type PartPlace = { attachmentId: number; isPreview: boolean; number: number; isLast: boolean };

function additional({ attachmentId, isPreview, number, isLast }: PartPlace): Buffer {
  return Buffer.from(`${attachmentId}:${isPreview}:${number}:${isLast}`);
}

/** Encrypts a part of a file with the file's own key. */
export function encryptPart(key: Buffer, bytes: Uint8Array, place: PartPlace): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(additional(place));
  const value = Buffer.allocUnsafe(IV_BYTES + TAG_BYTES + bytes.length);
  let end = IV_BYTES + TAG_BYTES;
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    end += cipher.update(bytes.subarray(from, from + SLICE_BYTES)).copy(value, end);
  }
  cipher.final();
  value.set(iv);
  value.set(cipher.getAuthTag(), IV_BYTES);
  return value;
}

/** @throws DecryptionError */
export function decryptPart(key: Buffer, value: Buffer, place: PartPlace): Buffer {
  if (value.length < IV_BYTES + TAG_BYTES) {
    throw new DecryptionError(`part ${place.number} of file ${place.attachmentId} was cut off`);
  }
  const decipher = createDecipheriv('aes-256-gcm', key, value.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(additional(place));
  try {
    decipher.setAuthTag(value.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const data = decipher.update(value.subarray(IV_BYTES + TAG_BYTES));
    decipher.final();
    return data;
  } catch (error) {
    throw new DecryptionError(`part ${place.number} of file ${place.attachmentId} was changed`, error);
  }
}
