import { queryOptions } from '@tanstack/react-query';
import * as emailCalls from '#shared/features/accounts/email-calls.ts';
import { send } from '#web/lib/send.ts';

/** How far the account's address is proved. Fetched each time: the link may be opened elsewhere. */
export const emailStatusQuery = queryOptions({
  queryKey: ['email-status'],
  queryFn: ({ signal }) => send(emailCalls.getStatus, { signal }),
  gcTime: 0,
  meta: { isPersonal: true },
});

export const requestVerification = () => send(emailCalls.requestVerification);
export const verifyEmail = (token: string) => send(emailCalls.verify, { body: { token } });
export const undoEmail = (token: string) => send(emailCalls.undo, { body: { token } });
