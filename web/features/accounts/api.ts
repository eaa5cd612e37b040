import { queryOptions } from '@tanstack/react-query';
import type { LoginRequest, RegisterRequest } from '#shared/contract/accounts.ts';
import { api } from '#web/lib/api-client.ts';
import { CATALOGUE_CACHE } from '#web/lib/query-client.ts';

type AccountAnswer = { success: true; userId: string };

/** A wrong password is 401 here and no reason to be sent to the login, where one already is. */
export const logIn = (request: LoginRequest) => api.post<AccountAnswer>('/api/auth/login', request, { isSilent: true });

export const registerAccount = (request: RegisterRequest) => api.post<AccountAnswer>('/api/auth/register', request);

export const checkUserId = (userId: string, signal: AbortSignal) =>
  api.get<{ available: true; message: string }>(`/api/auth/check-userid/${encodeURIComponent(userId)}`, { signal });

/** What a new member is told and agrees to, as a table. */
export const tosTableQuery = queryOptions({
  queryKey: ['tos-table'],
  queryFn: ({ signal }) => api.text('/tos-table.html', { signal }),
  ...CATALOGUE_CACHE,
});
