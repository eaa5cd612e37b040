import { useEffect } from 'react';
import { DEFAULT_RETURN_TO, type ReturnTo, safeReturnTo } from '#shared/platform/return-to.ts';
import { useGoTo } from '#web/lib/navigation/use-go-to.ts';
import { forgetReturnTo, readReturnTo, rememberReturnTo } from '#web/lib/storage/page-storage.ts';
import { knownAccount } from './auth.ts';

/**
 * Where a login leads (spec §6). The value of the address is remembered, so that ways that leave it
 * out (the account recovery, a social login) still end there. The returned function navigates there
 * and forgets it.
 */
export function useReturnTo(returnTo: ReturnTo | undefined): () => Promise<void> {
  const goTo = useGoTo();
  useEffect(() => {
    if (returnTo !== undefined) rememberReturnTo(returnTo);
  }, [returnTo]);
  return () => {
    const target = returnTo ?? readReturnTo();
    forgetReturnTo();
    // Also for pages without a guard: their calls would be refused until the password is changed.
    if (!knownAccount()?.password_change_required) return goTo(target);
    return goTo(safeReturnTo(`/change-password?${new URLSearchParams({ from: target ?? DEFAULT_RETURN_TO })}`));
  };
}
