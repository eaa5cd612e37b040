import { z } from 'zod';
import { ADMIN_PASSWORD_MIN } from '#shared/contract/fields.ts';

const PASSWORD_LENGTHS = `accepted: ${ADMIN_PASSWORD_MIN} to 128 characters`;
const DEFAULT_ID = 'admin';

export const firstAdminVariables = {
  ADMIN_USER_ID: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{4,20}$/, 'accepted: 4 to 20 of letters, digits, _ . -')
    .default(DEFAULT_ID),
  ADMIN_PASSWORD: z.string().min(ADMIN_PASSWORD_MIN, PASSWORD_LENGTHS).max(128, PASSWORD_LENGTHS).optional(),
};

/** Returns whether the login id is the one that attackers try first. */
export function isDefaultAdminId(userId: string): boolean {
  return userId.toLowerCase() === DEFAULT_ID;
}

/** Adds a problem where production has a chosen password for the login id that attackers try first. */
export function checkFirstAdmin(
  env: { NODE_ENV: string; ADMIN_USER_ID: string; ADMIN_PASSWORD?: string | undefined },
  problems: string[],
): void {
  if (env.NODE_ENV !== 'production' || env.ADMIN_PASSWORD === undefined || !isDefaultAdminId(env.ADMIN_USER_ID)) return;
  problems.push(
    `ADMIN_USER_ID: "${env.ADMIN_USER_ID}" is not usable in production beside ADMIN_PASSWORD; accepted: another login id, or no ADMIN_PASSWORD`,
  );
}
