import { createHash, randomBytes } from 'node:crypto';

/** An unguessable token of 256 bits, fit for cookies and links. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token: whoever reads the table cannot use it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

// Without letters that are mistaken for digits when read over the telephone.
const READABLE = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Random readable characters, for numbers that people pass on. */
export function readableCode(length: number): string {
  return Array.from(randomBytes(length), (byte) => READABLE[byte % READABLE.length]).join('');
}
