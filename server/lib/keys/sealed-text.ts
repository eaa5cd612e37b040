import type { Cipher } from './data-keys.ts';
import type { Place } from './key-ring.ts';

/**
 * A free text about a person in its two columns, of which one is used: encrypted, or plain in rows
 * that were written before the encryption or without `DATA_KEYS`.
 */
export type SealedText = { plain: string; sealed: Buffer | null };

/**
 * As queries read the columns: in JSON that the database builds, bytes are text such as `\x01ff`.
 */
export type StoredText = { plain: string; sealed: Buffer | string | null };

/** Prepares a text for its two columns. An empty one stays empty. */
export type Seal = (text: string, place: Place) => SealedText;

/**
 * Leaves texts plain: for a shop without `DATA_KEYS`, whose payments must continue all the same.
 */
export const leavePlain: Seal = (text) => ({ plain: text, sealed: null });

export function sealWith({ encryptText }: Pick<Cipher, 'encryptText'>): Seal {
  return (text, place) => (text === '' ? { plain: '', sealed: null } : { plain: '', sealed: encryptText(text, place) });
}

/** The bytes of an encrypted column, also out of JSON. */
export function bytesOf(value: Buffer | string): Buffer {
  return typeof value === 'string' ? Buffer.from(value.slice('\\x'.length), 'hex') : value;
}
