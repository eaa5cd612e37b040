import { createHash, randomBytes } from 'node:crypto';

/** Creates a random token of 256 bits for cookies and links. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes a token for storage, so that a leaked table cannot be used to log in. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

// Without letters that are confused with digits over the telephone.
const READABLE = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Creates random readable characters for numbers that people read aloud. */
export function readableCode(length: number): string {
  return Array.from(randomBytes(length), (byte) => READABLE[byte % READABLE.length]).join('');
}
