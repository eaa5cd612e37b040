import { queryOptions } from '@tanstack/react-query';
import * as soldierCalls from '#shared/features/soldiers/calls.ts';
import type { SoldierBody } from '#shared/features/soldiers/schemas.ts';
import { send } from '#web/lib/send.ts';
import { sendWholeList } from '#web/lib/send-list.ts';

/** The soldiers of the logged-in account. */
export const soldiersQuery = queryOptions({
  queryKey: ['soldiers'],
  queryFn: ({ signal }) => sendWholeList(soldierCalls.listMine, { signal }),
  meta: { isPersonal: true },
});

export const soldierQuery = (id: number) =>
  queryOptions({
    queryKey: ['soldiers', id],
    queryFn: ({ signal }) => send(soldierCalls.get, { params: { id }, signal }),
    meta: { isPersonal: true },
  });

export const createSoldier = (body: SoldierBody) => send(soldierCalls.create, { body });

export const updateSoldier = (id: number, body: SoldierBody) => send(soldierCalls.update, { params: { id }, body });

export const deleteSoldier = (id: number) => send(soldierCalls.remove, { params: { id } });
