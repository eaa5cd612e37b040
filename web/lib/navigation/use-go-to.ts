import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { DEFAULT_RETURN_TO, type ReturnTo, safeReturnTo } from '#shared/platform/return-to.ts';

/**
 * Navigates to a path that came with the address or from storage. The only place that does, so it
 * checks the value again: the router would leave the site for another origin.
 */
export function useGoTo(): (returnTo: ReturnTo | undefined) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    (returnTo) => navigate({ href: safeReturnTo(returnTo) ?? DEFAULT_RETURN_TO, replace: true }),
    [navigate],
  );
}
