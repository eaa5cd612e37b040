import { useNavigate } from '@tanstack/react-router';

/** The choice is in the address, so the page shows another one by it. */
export function useChangeChoice() {
  const navigate = useNavigate();
  return (change: { selectedPlan?: string; soldierId?: number }) =>
    navigate({
      to: '/purchase',
      search: (before) => ({ ...before, ...change, newSoldier: undefined }),
      replace: true,
      resetScroll: false,
    });
}
