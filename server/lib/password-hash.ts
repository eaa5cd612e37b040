import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { AppError } from './errors.ts';

// Argon2id with OWASP's minimum: 19 MiB, two passes, one lane. The package's enum is a const enum,
// which type stripping cannot resolve, so its value is repeated here.
const ARGON2ID = 2 satisfies Algorithm;
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Concurrency limit of hashing, which runs on worker threads: more would slow every request. */
const MAX_RUNNING = 2;
/** Queue limit: a longer wait would exceed what a user accepts, so refuse at once. */
const MAX_WAITING = 100;

const waiting: (() => void)[] = [];
let running = 0;

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_RUNNING) {
    if (waiting.length >= MAX_WAITING) throw new AppError('UNAVAILABLE', { retryAfterSeconds: 5 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    // Pass the slot to the next in the queue; free it only when the queue is empty.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export function hashPassword(password: string): Promise<string> {
  return withSlot(() => hash(password, OPTIONS));
}

/** Dummy hash of a discarded random password, made with the options above. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$XvT4GR+FwZwTCT7pawJtxw$ELLa7U6TzYlOM/sQvMRQaInAuRF0OVZCbtEchPGRjvk';

/**
 * Returns whether the password matches the hash. Without a hash (unknown login id, or an account without a password)
 * it does the same work on a dummy hash, so that timing reveals nothing (contract §3).
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await withSlot(() => verify(passwordHash ?? NOBODYS_HASH, password));
  return matches && passwordHash != null;
}
