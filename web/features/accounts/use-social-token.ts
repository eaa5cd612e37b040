import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { optional } from '#web/lib/optional.ts';

type InAddress = { socialToken: string | undefined; from: string | undefined };

/**
 * The social token that this page was opened with. It is taken out of the address bar, and so out of the history, at once
 * (spec §2) and then known to this page alone: leaving or reloading it forgets the token.
 */
export function useSocialToken({ socialToken, from }: InAddress) {
  const navigate = useNavigate();
  const [held, setHeld] = useState<string>();

  useEffect(() => {
    if (socialToken === undefined) return;
    setHeld(socialToken);
    void navigate({ to: '/register', search: optional('from', from), replace: true, resetScroll: false });
  }, [socialToken, from, navigate]);

  return { socialToken: socialToken ?? held, forget: () => setHeld(undefined) };
}
