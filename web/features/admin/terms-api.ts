import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  AdminTerms,
  AdminTermsListItem,
  AdminTermsVersion,
  CreateTermsRequest,
  UpdateTermsRequest,
} from '#shared/contract/admin-terms.ts';
import { api } from '#web/lib/api-client.ts';
import { ADMIN_KEY } from './api.ts';

const meta = { isPersonal: true };
const PATH = '/api/admin/terms';
const pathOf = (filename: string) => `${PATH}/${encodeURIComponent(filename)}`;

export const adminTermsListQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'terms-list'],
  queryFn: ({ signal }) => api.get<AdminTermsListItem[]>(PATH, { signal }),
  meta,
});

/** Not kept: who opens the form edits what is stored now. */
export const adminTermsQuery = (filename: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'terms', filename],
    queryFn: ({ signal }) => readTerms(filename, signal),
    gcTime: 0,
    meta,
  });

/** A version never changes. */
export const termsVersionQuery = (filename: string, version: number) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'terms-version', filename, version],
    queryFn: ({ signal }) => api.get<AdminTermsVersion>(`${pathOf(filename)}/versions/${version}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta,
  });

export const readTerms = (filename: string, signal?: AbortSignal) => api.get<AdminTerms>(pathOf(filename), { signal });

/** @throws ApiError TERMS_TAKEN when there is a text of that name */
export const createTerms = (request: CreateTermsRequest) => api.post<AdminTerms>(PATH, request);

/** @throws ApiError VERSION_CONFLICT when somebody else has saved since `base_version` */
export const updateTerms = (filename: string, request: UpdateTermsRequest) =>
  api.put<AdminTerms>(pathOf(filename), request);

/** After a change: the lists of staff, and the shop in this browser, ask anew. */
export async function showSavedTerms(queryClient: QueryClient, saved: AdminTerms): Promise<void> {
  queryClient.setQueryData(adminTermsQuery(saved.filename).queryKey, saved);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: adminTermsListQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: ['services'] }),
    queryClient.invalidateQueries({ queryKey: ['terms'] }),
  ]);
}
