import { queryOptions } from '@tanstack/react-query';
import type {
  Account,
  CloseAccountRequest,
  Closing,
  LoginRequest,
  MessageAnswer,
  RecoveryRequest,
  RegisterRequest,
  ResetPasswordRequest,
  UpdatedProfile,
  UpdateProfileRequest,
} from '#shared/contract/accounts.ts';
import * as termsCalls from '#shared/features/terms/calls.ts';
import { api } from '#web/lib/api-client.ts';
import { CATALOGUE_CACHE } from '#web/lib/query-client.ts';
import { sendText } from '#web/lib/send-text.ts';

type AccountAnswer = { success: true; userId: string };

/** A wrong password is 401 too; it must not redirect to the login page. */
export const logIn = (request: LoginRequest) => api.post<AccountAnswer>('/api/auth/login', request, { isSilent: true });

export const registerAccount = (request: RegisterRequest) => api.post<AccountAnswer>('/api/auth/register', request);

export const checkUserId = (userId: string, signal: AbortSignal) =>
  api.get<{ available: true; message: string }>(`/api/auth/check-userid/${encodeURIComponent(userId)}`, { signal });

export const requestPasswordReset = (request: RecoveryRequest) =>
  api.post<MessageAnswer>('/api/auth/password-reset/request', request);

export const resetPassword = (request: ResetPasswordRequest) =>
  api.post<MessageAnswer>('/api/auth/password-reset/confirm', request);

export const findUserId = (request: RecoveryRequest) => api.post<MessageAnswer>('/api/auth/find-userid', request);

/**
 * The account as stored now: a form must not start from cached values that another tab has changed.
 */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.get<Account>('/api/auth/my', { signal }),
  // A refetch must not overwrite a form that the user is editing.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  meta: { isPersonal: true },
});

export const updateProfile = (request: UpdateProfileRequest) =>
  api.put<UpdatedProfile>('/api/auth/update-profile', request);

/** What closing the account would erase. Fetched each time: orders may have been paid since. */
export const closingQuery = queryOptions({
  queryKey: ['closing'],
  queryFn: ({ signal }) => api.get<Closing>('/api/auth/closing', { signal }),
  gcTime: 0,
  meta: { isPersonal: true },
});

export const closeAccount = (request: CloseAccountRequest) => api.post<{ success: true }>('/api/auth/close', request);

/** The terms that a new member agrees to, as a table. */
export const tosTableQuery = queryOptions({
  queryKey: ['tos-table'],
  queryFn: ({ signal }) => sendText(termsCalls.getSignUpTable, { signal }),
  ...CATALOGUE_CACHE,
});
