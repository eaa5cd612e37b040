import { createHash } from 'node:crypto';

/** Holds what the first entry of the chain follows. */
export const CHAIN_START = Buffer.alloc(32);

/** The hash of an entry: of its text, and of all entries before it. */
export function chainHash(previous: Buffer, text: string): Buffer {
  return createHash('sha256').update(previous).update(text).digest();
}
