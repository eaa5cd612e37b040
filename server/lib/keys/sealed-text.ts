import type { Place } from './key-ring.ts';

/**
 * A stored free text about a person; null where there is none. In JSON that the database builds,
 * bytes are text such as `\x01ff`.
 */
export type SealedText = Buffer | string | null;

/** Encrypts a free text about a person for its column and row. An empty one is null. */
export type Seal = (text: string, place: Place) => Buffer | null;

/** The bytes of an encrypted column, also out of JSON. */
export function bytesOf(value: Buffer | string): Buffer {
  return typeof value === 'string' ? Buffer.from(value.slice('\\x'.length), 'hex') : value;
}
