import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReturnTo } from '#shared/platform/return-to.ts';

type InAddress = { socialToken: string | undefined; returnTo: ReturnTo | undefined };

/**
 * The social token that this page was opened with. It is removed from the address bar, and so from
 * the history, at once (spec §2). Only this page keeps it: leaving or reloading loses the token.
 */
export function useSocialToken({ socialToken, returnTo }: InAddress) {
  const navigate = useNavigate();
  // Set during the first render: in the effect, the router's own update would come first, without a
  // token in the address, and show the normal sign-up for a moment.
  const [held, setHeld] = useState(socialToken);
  if (socialToken !== undefined && socialToken !== held) setHeld(socialToken);

  useEffect(() => {
    if (socialToken === undefined) return;
    void navigate({ to: '/register', search: { from: returnTo }, replace: true, resetScroll: false });
  }, [socialToken, returnTo, navigate]);

  return { socialToken: held, forget: () => setHeld(undefined) };
}
