import { useHydrated, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

type LinkPath = '/reset-password' | '/verify-email' | '/undo-email' | '/staff-invitation' | '/join';

/**
 * Returns the token of the mailed link that opened the page: from the fragment, which no server and
 * no proxy receives, or from the query, which contract §6 names. Removes it from the address bar,
 * and so from the history, at once; a reload loses it. Returns an empty token until hydration,
 * because the server renders the page once for all tokens, and undefined for a link without one.
 */
export function useLinkToken(path: LinkPath, inQuery: string | undefined): string | undefined {
  const isHydrated = useHydrated();
  const navigate = useNavigate();
  const inFragment = useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('token') || undefined });
  const inAddress = inFragment ?? inQuery;
  // Set while rendering, because the effect removes the token from the address that it is read from.
  const [held, setHeld] = useState(inAddress);
  if (inAddress !== undefined && inAddress !== held) setHeld(inAddress);

  useEffect(() => {
    if (inAddress === undefined) return;
    void navigate({ to: path, search: {}, replace: true, resetScroll: false });
  }, [inAddress, path, navigate]);

  return isHydrated ? held : '';
}
