import { z } from 'zod';
import { ERRORS } from '#shared/contract/errors.ts';
import { timestamp } from '#shared/contract/fields.ts';

const TOKEN_MESSAGE = ERRORS.EMAIL_TOKEN_INVALID.message;

/** The token of a link in a mail. */
export const emailTokenBody = z.object({
  token: z.string({ error: TOKEN_MESSAGE }).min(1, TOKEN_MESSAGE).max(200, TOKEN_MESSAGE),
});
export type EmailTokenBody = z.infer<typeof emailTokenBody>;

/** How far the account's address is proved (contract §3). */
export const emailStatus = z.object({
  email: z.string(),
  /** Its owner opened a link that was sent to it. */
  is_verified: z.boolean(),
  /** Recovery goes to it: it is verified, or the one from registration. */
  is_trusted: z.boolean(),
  /** Until then recovery goes to the address before the change; null: it does not. */
  recovery_until: timestamp.nullable(),
});
export type EmailStatus = z.infer<typeof emailStatus>;
