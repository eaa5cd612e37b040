import { queryOptions } from '@tanstack/react-query';
import * as accountCalls from '#shared/features/accounts/calls.ts';
import * as invitationCalls from '#shared/features/accounts/invitation-calls.ts';
import type { AcceptInvitationBody } from '#shared/features/accounts/invitation-schemas.ts';
import * as phoneCalls from '#shared/features/accounts/phone-calls.ts';
import type { PhoneResetBody, ResetByPhoneBody } from '#shared/features/accounts/phone-schemas.ts';
import type {
  CloseAccountBody,
  LogInBody,
  RecoveryBody,
  RegisterBody,
  ResetPasswordBody,
  UpdateProfileBody,
} from '#shared/features/accounts/schemas.ts';
import * as sessionCalls from '#shared/features/accounts/session-calls.ts';
import * as termsCalls from '#shared/features/terms/calls.ts';
import { CATALOGUE_CACHE } from '#web/lib/query-client.ts';
import { send } from '#web/lib/send.ts';
import { sendText } from '#web/lib/send-text.ts';

/** A wrong password is 401 too; it must not redirect to the login page. */
export const logIn = (body: LogInBody) => send(accountCalls.logIn, { body, isSilent: true });

export const registerAccount = (body: RegisterBody) => send(accountCalls.register, { body });

export const checkUserId = (userId: string, signal: AbortSignal) =>
  send(accountCalls.checkUserId, { params: { userId }, signal });

export const requestPasswordReset = (body: RecoveryBody) => send(accountCalls.requestPasswordReset, { body });

export const resetPassword = (body: ResetPasswordBody) => send(accountCalls.resetPassword, { body });

/** Fetched once, because it changes with the server's configuration only. */
export const resetWaysQuery = queryOptions({
  queryKey: ['reset-ways'],
  queryFn: ({ signal }) => send(phoneCalls.getResetWays, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const requestPhoneReset = (body: PhoneResetBody) => send(phoneCalls.requestPhoneReset, { body });

export const resetByPhone = (body: ResetByPhoneBody) => send(phoneCalls.resetByPhone, { body });

/** Spends the mailed link; opens no session. */
export const acceptInvitation = (body: AcceptInvitationBody) => send(invitationCalls.accept, { body });

export const findUserId = (body: RecoveryBody) => send(accountCalls.findUserId, { body });

/**
 * The account as stored now: a form must not start from cached values that another tab has changed.
 */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => send(sessionCalls.getMine, { signal }),
  // A refetch must not overwrite a form that the user is editing.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  meta: { isPersonal: true },
});

export const updateProfile = (body: UpdateProfileBody) => send(accountCalls.updateProfile, { body });

/** Holds what closing the account would erase. Fetched each time: orders may have been paid since. */
export const closingQuery = queryOptions({
  queryKey: ['closing'],
  queryFn: ({ signal }) => send(accountCalls.getClosing, { signal }),
  gcTime: 0,
  meta: { isPersonal: true },
});

export const closeAccount = (body: CloseAccountBody) => send(accountCalls.close, { body });

/** The terms that a new member agrees to, as a table. */
export const tosTableQuery = queryOptions({
  queryKey: ['tos-table'],
  queryFn: ({ signal }) => sendText(termsCalls.getSignUpTable, { signal }),
  ...CATALOGUE_CACHE,
});
