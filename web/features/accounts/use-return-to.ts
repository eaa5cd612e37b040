import { useEffect } from 'react';
import type { ReturnTo } from '#shared/platform/return-to.ts';
import { useGoTo } from '#web/lib/navigation/use-go-to.ts';
import { forgetReturnTo, readReturnTo, rememberReturnTo } from '#web/lib/storage.ts';

/**
 * Where a login leads (spec §6). The value of the address is remembered, so that ways that leave it out (the account
 * recovery, a social login) still end there. The returned function navigates there and forgets it.
 */
export function useReturnTo(returnTo: ReturnTo | undefined): () => Promise<void> {
  const goTo = useGoTo();
  useEffect(() => {
    if (returnTo !== undefined) rememberReturnTo(returnTo);
  }, [returnTo]);
  return () => {
    const target = returnTo ?? readReturnTo();
    forgetReturnTo();
    return goTo(target);
  };
}
