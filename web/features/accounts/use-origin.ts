import { useEffect } from 'react';
import { DEFAULT_RETURN_PATH } from '#shared/rules/return-path.ts';
import { readOrigin, rememberOrigin, takeOrigin } from '#web/lib/storage.ts';

/**
 * Where a login leads (spec §6). `from` comes with the address and is remembered, so that ways that leave it out (the account
 * recovery, a social login) still end there. The function that is returned gives the path and forgets it.
 */
export function useOrigin(from: string | undefined): () => string {
  useEffect(() => {
    if (from !== undefined) rememberOrigin(from);
  }, [from]);
  return () => {
    const origin = from ?? readOrigin() ?? DEFAULT_RETURN_PATH;
    takeOrigin();
    return origin;
  };
}
