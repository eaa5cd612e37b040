import { queryOptions } from '@tanstack/react-query';
import type { Soldier, SoldierInput } from '#shared/contract/soldiers.ts';
import { api } from '#web/lib/api-client.ts';

/** The soldiers of the person who is logged in. */
export const soldiersQuery = queryOptions({
  queryKey: ['soldiers'],
  queryFn: ({ signal }) => api.get<Soldier[]>('/api/soldiers/my', { signal }),
  meta: { isPersonal: true },
});

export const soldierQuery = (id: number) =>
  queryOptions({
    queryKey: ['soldiers', id],
    queryFn: ({ signal }) => api.get<Soldier>(`/api/soldiers/${id}`, { signal }),
    meta: { isPersonal: true },
  });

export const createSoldier = (input: SoldierInput) => api.post<Soldier>('/api/soldiers', input);

export const updateSoldier = (id: number, input: SoldierInput) => api.put<Soldier>(`/api/soldiers/${id}`, input);

export const deleteSoldier = (id: number) => api.delete<{ success: true }>(`/api/soldiers/${id}`);
