import { useState } from 'react';
import type { UpdateProfileBody } from '#shared/features/accounts/schemas.ts';
import { updateProfile } from '#web/features/accounts/api.ts';
import { setAccount } from '#web/features/accounts/auth.ts';
import { useAction } from '#web/lib/use-action.ts';

/**
 * A phone number or an address of the account that is changed in place: what is typed counts, by its
 * own button or with the payment. `save` resolves to false when it is refused; nothing typed is nothing
 * to store.
 */
export function useContactField(stored: string, bodyOf: (typed: string) => UpdateProfileBody, isOpenAtFirst: boolean) {
  const [typed, setTyped] = useState(isOpenAtFirst ? '' : undefined);
  const { isBusy, problem, run } = useAction();
  const close = () => setTyped(undefined);
  const save = async (): Promise<boolean> => {
    const value = typed?.trim() ?? '';
    if (value === '' || value === stored) {
      if (stored !== '') close();
      return true;
    }
    return run(async () => {
      const { user } = await updateProfile(bodyOf(value));
      setAccount(user);
      close();
    });
  };
  return { typed, setTyped, open: () => setTyped(stored), close, isBusy, problem, save };
}

export type ContactField = ReturnType<typeof useContactField>;
