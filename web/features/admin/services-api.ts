import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  AdminService,
  AdminServiceListItem,
  AdminServiceRequest,
  ReorderServicesRequest,
  UpdateServiceRequest,
} from '#shared/contract/admin-services.ts';
import { api } from '#web/lib/api-client.ts';
import { ADMIN_KEY } from './api.ts';

const meta = { isPersonal: true };
const PATH = '/api/admin/services';

export const adminServicesQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'services'],
  queryFn: ({ signal }) => api.get<AdminServiceListItem[]>(PATH, { signal }),
  meta,
});

/** Not kept: who opens the form edits what is stored now. */
export const adminServiceQuery = (id: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'service', id],
    queryFn: ({ signal }) => readService(id, signal),
    gcTime: 0,
    meta,
  });

export const readService = (id: string | number, signal?: AbortSignal) =>
  api.get<AdminService>(`${PATH}/${encodeURIComponent(id)}`, { signal });

export const createService = (request: AdminServiceRequest) => api.post<AdminService>(PATH, request);

/** @throws ApiError VERSION_CONFLICT when somebody else has saved since `version` */
export const updateService = (id: number, request: UpdateServiceRequest) =>
  api.put<AdminService>(`${PATH}/${id}`, request);

/** Orders keep the copies that they were made with. */
export const deleteService = (id: number) => api.delete<{ success: true }>(`${PATH}/${id}`);

/** The services exchange the places that they have. @throws ApiError VERSION_CONFLICT when they no longer stand as they were seen */
export const reorderServices = (request: ReorderServicesRequest) =>
  api.put<AdminServiceListItem[]>(`${PATH}/positions`, request);

/** After a change: the lists and figures of staff, and the shop in this browser, ask anew. */
export async function refreshServices(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ADMIN_KEY, predicate: ({ queryKey }) => queryKey[1] !== 'service' }),
    queryClient.invalidateQueries({ queryKey: ['services'] }),
  ]);
}
