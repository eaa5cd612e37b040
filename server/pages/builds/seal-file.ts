import { createHash } from 'node:crypto';
import type { Place } from '#server/lib/keys/key-ring.ts';

/** Describes what a browser gets of a published file. */
export type SealedContent = {
  name: string;
  type: string;
  body: Buffer;
  body_gzip: Buffer | null;
  body_br: Buffer | null;
};

/** The digest of everything that is sent, its compressed copies included. */
export function digestOf({ name, type, body, body_gzip, body_br }: SealedContent): Buffer {
  const hash = createHash('sha256');
  for (const part of [Buffer.from(name), Buffer.from(type), body, body_gzip, body_br]) {
    // The length keeps bytes of one part from counting as those of the next.
    hash.update(part === null ? 'none;' : `${part.length};`);
    if (part) hash.update(part);
  }
  return hash.digest();
}

/** Where the encrypted digest of a file is. */
export function sealPlace(id: number): Place {
  return `build_files.seal:${id}`;
}
