import { queryOptions } from '@tanstack/react-query';
import * as phoneCalls from '#shared/features/accounts/phone-calls.ts';
import type { ConfirmIdentityBody, VerifyPhoneBody } from '#shared/features/accounts/phone-schemas.ts';
import { send } from '#web/lib/send.ts';

/** The provider may take its time. */
const CONFIRM_TIMEOUT_MS = 30_000;

/**
 * How the account's number is proved, and how it can be. Fetched each time: the number may have
 * changed.
 */
export const phoneStatusQuery = queryOptions({
  queryKey: ['phone-status'],
  queryFn: ({ signal }) => send(phoneCalls.getStatus, { signal }),
  gcTime: 0,
  meta: { isPersonal: true },
});

export const sendCode = () => send(phoneCalls.sendCode);
export const verifyCode = (body: VerifyPhoneBody) => send(phoneCalls.verifyCode, { body });
export const startIdentity = () => send(phoneCalls.startIdentity);
export const confirmIdentity = (body: ConfirmIdentityBody) =>
  send(phoneCalls.confirmIdentity, { body, timeoutMs: CONFIRM_TIMEOUT_MS });
