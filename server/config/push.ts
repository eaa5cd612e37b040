import { createECDH } from 'node:crypto';
import { z } from 'zod';
import type { Values } from './fields.ts';

const PRIVATE_KEY_BYTES = 32;

export const pushVariables = {
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^B[A-Za-z0-9_-]{86}$/, 'accepted: a public key of VAPID: 65 bytes in base64url')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'accepted: a private key of VAPID: 32 bytes in base64url')
    .optional(),
};

/** The key pair of web push; undefined: the shop makes one and keeps it in the database. */
export type PushConfig = { publicKey: string; privateKey: string } | undefined;

function publicKeyOf(privateKey: string): string | undefined {
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(Buffer.from(privateKey, 'base64url').subarray(0, PRIVATE_KEY_BYTES));
    return curve.getPublicKey('base64url');
  } catch {
    return undefined;
  }
}

/** Adds to `problems` what is missing, and a pair that does not belong together. */
export function pushConfig(env: Values<typeof pushVariables>, problems: string[]): PushConfig {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
  if (publicKey && privateKey) {
    if (publicKeyOf(privateKey) === publicKey) return { publicKey, privateKey };
    problems.push('VAPID_PUBLIC_KEY: the value is not usable; accepted: the key that belongs to VAPID_PRIVATE_KEY');
  } else if (publicKey) {
    problems.push('VAPID_PRIVATE_KEY: missing; accepted: the key that belongs to VAPID_PUBLIC_KEY');
  } else if (privateKey) {
    problems.push('VAPID_PUBLIC_KEY: missing; accepted: the key that belongs to VAPID_PRIVATE_KEY');
  }
  return undefined;
}
