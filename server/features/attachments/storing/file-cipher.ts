import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { DecryptionError } from '#server/lib/keys/key-ring.ts';

export const FILE_KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

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
  const data = cipher.update(bytes);
  cipher.final();
  return Buffer.concat([iv, cipher.getAuthTag(), data]);
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
