import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { AppError } from './errors.ts';

// Argon2id with OWASP's minimum: 19 MiB, two passes, one lane. The package's enum is not erasable,
// so its value stands here.
const ARGON2ID = 2 satisfies Algorithm;
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing runs on worker threads; more at once than this would only stall each other and everyone else. */
const MAX_RUNNING = 2;
/** Beyond this the wait is longer than anybody's patience: say so at once. */
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
    // The slot passes on to the next in line; it is free only when nobody waits.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export function hashPassword(password: string): Promise<string> {
  return withSlot(() => hash(password, OPTIONS));
}

/** Hash of a random password that nobody knows, made with the options above. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$XvT4GR+FwZwTCT7pawJtxw$ELLa7U6TzYlOM/sQvMRQaInAuRF0OVZCbtEchPGRjvk';

/**
 * Whether the password belongs to the hash. Without a hash (unknown login id, or an account without
 * a password) the same work is done against a hash nobody has, so that the time taken tells nothing
 * (contract §3).
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await withSlot(() => verify(passwordHash ?? NOBODYS_HASH, password));
  return matches && passwordHash != null;
}
