import { queryOptions } from '@tanstack/react-query';
import * as operationCalls from '#shared/features/operations/calls.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { send } from '#web/lib/send.ts';

export const operationsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'operations'],
  queryFn: ({ signal }) => send(operationCalls.list, { signal }),
  meta: { isPersonal: true },
});
