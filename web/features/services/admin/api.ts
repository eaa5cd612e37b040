import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as serviceCalls from '#shared/features/services/admin-calls.ts';
import type {
  AdminServiceBody,
  ReorderServicesBody,
  UpdateServiceBody,
} from '#shared/features/services/admin-schemas.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { send } from '#web/lib/send.ts';

const meta = { isPersonal: true };

export const adminServicesQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'services'],
  queryFn: ({ signal }) => send(serviceCalls.list, { signal }),
  meta,
});

/** Not cached: the form starts from the stored values. */
export const adminServiceQuery = (id: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'service', id],
    queryFn: ({ signal }) => readService(id, signal),
    gcTime: 0,
    meta,
  });

export const readService = (id: string | number, signal?: AbortSignal) =>
  send(serviceCalls.get, { params: { id }, signal });

export const createService = (body: AdminServiceBody) => send(serviceCalls.create, { body });

/** @throws ApiError VERSION_CONFLICT if another administrator saved since `version` */
export const updateService = (id: number, body: UpdateServiceBody) =>
  send(serviceCalls.update, { params: { id }, body });

export const serviceVersionsQuery = (id: number) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'service-versions', id],
    queryFn: ({ signal }) => send(serviceCalls.listVersions, { params: { id }, signal }),
    meta,
  });

export const serviceVersionQuery = (id: number, version: number) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'service-version', id, version],
    queryFn: ({ signal }) => send(serviceCalls.getVersion, { params: { id, version: String(version) }, signal }),
    meta,
  });

/**
 * Saves an earlier version once more.
 * @throws ApiError VERSION_CONFLICT if another administrator saved since `seen`
 */
export const restoreServiceVersion = (id: number, version: number, seen: number) =>
  send(serviceCalls.restoreVersion, { params: { id, version: String(version) }, body: { version: seen } });

/** Makes a hidden copy. */
export const copyService = (id: number) => send(serviceCalls.copy, { params: { id } });

export const deleteService = (id: number) => send(serviceCalls.remove, { params: { id } });

/** @throws ApiError VERSION_CONFLICT if the order has changed since it was loaded */
export const reorderServices = (body: ReorderServicesBody) => send(serviceCalls.reorder, { body });

/** After a change: refetches the admin lists and statistics, and the shop in this browser. */
export async function refreshServices(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ADMIN_KEY, predicate: ({ queryKey }) => queryKey[1] !== 'service' }),
    queryClient.invalidateQueries({ queryKey: ['services'] }),
  ]);
}
