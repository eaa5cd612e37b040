import { redirect, useRouteContext } from '@tanstack/react-router';
import { useCallback, useSyncExternalStore } from 'react';
import type { MyAccount } from '#shared/features/accounts/schemas.ts';
import { safeReturnTo } from '#shared/platform/return-to.ts';
import { hasSessionHint } from '#shared/platform/session-hint.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { untilHydrated } from '#web/lib/navigation/pending-page.ts';
import type { Queries } from '#web/lib/queries.ts';
import { claimTab, forgetInAllTabs } from '#web/lib/storage/storage.ts';

/** Unknown until the server has answered (spec §4). */
export type AuthState = { status: 'unknown' } | { status: 'loggedIn'; user: MyAccount } | { status: 'loggedOut' };

const UNKNOWN: AuthState = { status: 'unknown' };
const LOGGED_OUT: AuthState = { status: 'loggedOut' };

function stateOf(account: MyAccount | null | undefined): AuthState {
  if (account === undefined) return UNKNOWN;
  return account === null ? LOGGED_OUT : { status: 'loggedIn', user: account };
}

/**
 * Changes by a login, a logout or a 401 only. One per browser tab; the server renders without a
 * user.
 */
let account: MyAccount | null | undefined;
/** The pending request, until it is answered. */
let asking: Promise<MyAccount | null> | undefined;
const listeners = new Set<() => void>();

/** The logged-in user: null if logged out, undefined until the server has answered. */
export const knownAccount = () => account;

/** Sets the user without a request; a pending one is outdated then. */
export function setAccount(known: MyAccount | null): void {
  if (known) claimTab(known.id);
  account = known;
  asking = undefined;
  for (const listener of listeners) listener();
}

/** Not part of what visitors load. */
const loadSession = () => import('./session.ts');

async function fetchAccount(): Promise<MyAccount | null> {
  if (!hasSessionHint(document.cookie)) return null;
  try {
    return await (await loadSession()).fetchMine();
  } catch (error) {
    const isAnswered = error instanceof ApiError && (error.status === 401 || error.status === 403);
    // Other failures count as logged out too, but are logged (spec §4).
    if (!isAnswered) console.error('Could not check who is logged in:', error);
    return null;
  }
}

/** Fetches the logged-in user: at page start, and after a login or a registration. */
export function refreshAuth(): Promise<MyAccount | null> {
  const question: Promise<MyAccount | null> = fetchAccount().then((answer) => {
    // A newer request or a login came in between.
    if (asking !== question) return asking ?? account ?? null;
    setAccount(answer);
    return answer;
  });
  asking = question;
  return question;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const onServer = () => undefined;

/** The logged-in user. Also unknown during hydration: the server renders without a user. */
export function useAuth(): AuthState {
  return stateOf(useSyncExternalStore(subscribe, knownAccount, onServer));
}

/** Forgets the account and all personal data that was loaded for it. */
export function forgetAccount({ client }: Queries): void {
  setAccount(null);
  client?.removeQueries({ predicate: (query) => query.meta?.isPersonal === true });
}

/** `forgetAccount` for components. */
export function useForgetAccount(): () => void {
  const queries = useRouteContext({ from: '__root__', select: (context) => context.queries });
  return useCallback(() => forgetAccount(queries), [queries]);
}

/** Ends the session on the server; in this browser it ends whatever the answer (spec §4). */
export function useLogOut(): () => Promise<void> {
  const forget = useForgetAccount();
  return useCallback(async () => {
    try {
      await (await loadSession()).logOut();
    } catch (error) {
      console.error('Logout failed on the server:', error);
    }
    // The next user of a shared computer starts without them.
    forgetInAllTabs();
    forget();
  }, [forget]);
}

type GuardArgs = { location: { href: string } };

/** Waits until a guard knows who is logged in, and may redirect. */
async function untilGuardable(): Promise<void> {
  if (account === undefined) await (asking ?? refreshAuth());
  await untilHydrated();
}

/** Route guard (`beforeLoad`): redirects visitors to the login, which returns here (spec §6). */
export async function requireLogin({ location }: GuardArgs): Promise<void> {
  await untilGuardable();
  const from = safeReturnTo(location.href);
  if (!account) throw redirect({ to: '/login', search: { from } });
  // Nothing else works until it is changed (contract §6).
  if (account.password_change_required) throw redirect({ to: '/change-password', search: { from } });
}

/**
 * Route guard (`beforeLoad`) of the page that changes a password that is due; others have nothing
 * to do there.
 */
export async function requireDuePassword({ location }: GuardArgs): Promise<void> {
  await untilGuardable();
  if (!account) throw redirect({ to: '/login', search: { from: safeReturnTo(location.href) } });
  if (!account.password_change_required) throw redirect({ to: '/profile/edit' });
}

/**
 * Route guard (`beforeLoad`) of the admin area: redirects visitors to the login, other users to
 * their own page (spec §6), and administrators without the second factor that they need to where
 * they enrol one (contract §6).
 */
export async function requireAdmin(args: GuardArgs): Promise<void> {
  await requireLogin(args);
  if (account?.role !== 'admin') throw redirect({ to: '/profile' });
  if (!account.second_factor_required || account.has_second_factor) return;
  throw redirect({ to: '/profile/second-factor', search: { from: safeReturnTo(args.location.href) } });
}
