import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { useCallback, useSyncExternalStore } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import { hasSessionHint } from '#shared/rules/session-hint.ts';
import { api } from '#web/lib/api-client.ts';
import { ApiError } from '#web/lib/api-error.ts';

/** Unknown until the server was asked (spec §4). */
export type AuthState = { status: 'unknown' } | { status: 'loggedIn'; user: Account } | { status: 'loggedOut' };

const AUTH_KEY = ['auth'];
const UNKNOWN: AuthState = { status: 'unknown' };
const LOGGED_OUT: AuthState = { status: 'loggedOut' };

function stateOf(account: Account | null | undefined): AuthState {
  if (account === undefined) return UNKNOWN;
  return account === null ? LOGGED_OUT : { status: 'loggedIn', user: account };
}

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

const onServer = () => undefined;

/**
 * Who is logged in. Unknown also while the server's markup is taken over, which knows nobody. Asked for once, when the page's code starts:
 * to look on needs nothing of what a query of its own would, which the home page is spared.
 */
export function useAuth(): AuthState {
  const queryClient = useQueryClient();
  const subscribe = useCallback(
    (onChange: () => void) => queryClient.getQueryCache().subscribe(onChange),
    [queryClient],
  );
  const readAccount = () => queryClient.getQueryData(authQuery.queryKey);
  const account = useSyncExternalStore(subscribe, readAccount, onServer);
  return stateOf(account);
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
