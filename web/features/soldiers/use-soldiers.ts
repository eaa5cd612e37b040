import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { soldiersQuery } from './api.ts';

/** The soldiers of the logged-in account. A list that cannot be loaded is logged (spec §8). */
export function useSoldiers({ isEnabled = true } = {}) {
  const soldiers = useQuery({ ...soldiersQuery, enabled: isEnabled });
  const { error } = soldiers;
  useEffect(() => {
    if (error) console.error('Could not load the soldiers:', error);
  }, [error]);
  return soldiers;
}
