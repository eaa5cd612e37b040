import { z } from 'zod';
import { pageQuery } from '#shared/contract/admin-lists.ts';
import { id, timestamp } from '#shared/contract/fields.ts';
import { LOGIN_RESULTS, type LoginMethod } from './login-method.ts';

/** One of the account's own sessions (contract §6). */
export const openSession = z.object({
  id,
  /** The one that asks. */
  is_current: z.boolean(),
  /** Browser and system, as in `Chrome · Windows`. */
  device: z.string(),
  address: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
});
export type OpenSession = z.infer<typeof openSession>;

/** `password`, `totp`, `passkey`, `recovery` or `social:PROVIDER`. */
const loginMethod = z.custom<LoginMethod>((value) => typeof value === 'string');

export const loginEvent = z.object({
  at: timestamp,
  result: z.enum(LOGIN_RESULTS),
  method: z.string().pipe(loginMethod),
  address: z.string(),
  device: z.string(),
});
export type LoginEvent = z.infer<typeof loginEvent>;

export const loginEventsQuery = pageQuery;
export type LoginEventsQuery = z.input<typeof loginEventsQuery>;
