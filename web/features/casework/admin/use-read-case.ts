import { useQueryClient } from '@tanstack/react-query';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';

/** Reads the case again after an act: its tasks follow from all of its parts, and so do the lists of the day. */
export function useReadCase(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
}
