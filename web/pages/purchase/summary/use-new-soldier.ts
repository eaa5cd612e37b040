import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { Soldier } from '#shared/features/soldiers/schemas.ts';
import { soldierQuery } from '#web/features/soldiers/api.ts';
import type { SoldierFormHandle } from '#web/features/soldiers/soldier-form.tsx';
import { useSoldiers } from '#web/features/soldiers/use-soldiers.ts';
import { useChangeChoice } from './use-change-choice.ts';

/**
 * The form of the first soldier, within the summary of a purchase that a sign-up led to. `register` sends
 * it, and resolves to false where it says what is missing.
 */
export function useNewSoldier(isMissing: boolean) {
  const queryClient = useQueryClient();
  const change = useChangeChoice();
  const soldiers = useSoldiers({ isEnabled: isMissing });
  const form = useRef<SoldierFormHandle>(null);
  const [isLoaded, setLoaded] = useState(false);
  const handle = useCallback((shown: SoldierFormHandle | null) => {
    form.current = shown;
    if (shown) setLoaded(true);
  }, []);
  const isRegistered = useRef(false);
  const [isBusy, setBusy] = useState(false);

  const handleRegistered = async (soldier: Soldier) => {
    // The page shows the soldier at once, and keeps what was typed.
    queryClient.setQueryData(soldierQuery(soldier.id).queryKey, soldier);
    isRegistered.current = true;
    await change({ soldierId: soldier.id });
  };
  const register = async (): Promise<boolean> => {
    setBusy(true);
    await form.current?.submit();
    setBusy(false);
    return isRegistered.current;
  };
  const isOpen = isMissing && soldiers.data?.length === 0;
  return { isOpen, isLoaded, isBusy, handle, handleRegistered, register };
}

export type NewSoldier = ReturnType<typeof useNewSoldier>;
