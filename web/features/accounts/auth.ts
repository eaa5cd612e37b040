import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { redirect, useHydrated } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import { hasSessionHint } from '#shared/rules/session-hint.ts';
import { api } from '#web/lib/api-client.ts';
import { ApiError } from '#web/lib/api-error.ts';

/** Unknown until the server was asked (spec §4). */
export type AuthState = { status: 'unknown' } | { status: 'loggedIn'; user: Account } | { status: 'loggedOut' };

const AUTH_KEY = ['auth'];
const UNKNOWN: AuthState = { status: 'unknown' };
const LOGGED_OUT: AuthState = { status: 'loggedOut' };

/** The account or null. It stays as it is until a login, a logout or a 401 says otherwise. */
export const authQuery = queryOptions({
  queryKey: AUTH_KEY,
  queryFn: fetchAccount,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

async function fetchAccount(): Promise<Account | null> {
  if (!hasSessionHint(document.cookie)) return null;
  try {
    return await api.get<Account>('/api/auth/my', { isSilent: true });
  } catch (error) {
    const isAnswered = error instanceof ApiError && (error.status === 401 || error.status === 403);
    // Any other failure also counts as logged out, but is worth a line in the log (spec §4).
    if (!isAnswered) console.error('Could not check who is logged in:', error);
    return null;
  }
}

/** Who is logged in. Unknown also while the server's markup is taken over, which knows nobody. */
export function useAuth(): AuthState {
  const isHydrated = useHydrated();
  const { data } = useQuery(authQuery);
  if (!isHydrated || data === undefined) return UNKNOWN;
  return data === null ? LOGGED_OUT : { status: 'loggedIn', user: data };
}

/** Asks anew who is logged in: after a login or a registration. */
export async function refreshAuth(queryClient: QueryClient): Promise<void> {
  await queryClient.fetchQuery({ ...authQuery, staleTime: 0 });
}

/** Drops the account and everything personal that was loaded for it. */
export function forgetAccount(queryClient: QueryClient): void {
  queryClient.setQueryData(AUTH_KEY, null);
  queryClient.removeQueries({ predicate: (query) => query.meta?.isPersonal === true });
}

/** Ends the session on the server; here it is over whatever the outcome (spec §4). */
export function useLogOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    try {
      await api.post('/api/auth/logout', undefined, { isSilent: true });
    } catch (error) {
      console.error('Logout failed on the server:', error);
    }
    forgetAccount(queryClient);
  }, [queryClient]);
}

type GuardArgs = { context: { queryClient: QueryClient }; location: { href: string } };

/** Route guard (`beforeLoad`): sends visitors to the login, which leads back here (spec §6). */
export async function requireLogin({ context, location }: GuardArgs): Promise<void> {
  const account = await context.queryClient.ensureQueryData(authQuery);
  if (!account) throw redirect({ to: '/login', search: { from: location.href } });
}

/** Route guard (`beforeLoad`) of the admin area: visitors to the login, everybody else who is not staff to their own page (spec §6). */
export async function requireAdmin(args: GuardArgs): Promise<void> {
  await requireLogin(args);
  const account = await args.context.queryClient.ensureQueryData(authQuery);
  if (account?.role !== 'admin') throw redirect({ to: '/profile' });
}
