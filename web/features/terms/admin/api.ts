import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as termsCalls from '#shared/features/terms/admin-calls.ts';
import type { AdminTerms, CreateTermsBody, UpdateTermsBody } from '#shared/features/terms/admin-schemas.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { send } from '#web/lib/send.ts';

const meta = { isPersonal: true };

export const adminTermsListQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'terms-list'],
  queryFn: ({ signal }) => send(termsCalls.list, { signal }),
  meta,
});

/** Not cached: the form starts from the stored values. */
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
    queryFn: ({ signal }) => send(termsCalls.getVersion, { params: { filename, version }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta,
  });

export const readTerms = (filename: string, signal?: AbortSignal) =>
  send(termsCalls.get, { params: { filename }, signal });

/** @throws ApiError TERMS_TAKEN if a text of that name exists */
export const createTerms = (body: CreateTermsBody) => send(termsCalls.create, { body });

/** @throws ApiError VERSION_CONFLICT if another administrator saved since `base_version` */
export const updateTerms = (filename: string, body: UpdateTermsBody) =>
  send(termsCalls.update, { params: { filename }, body });

/** After a change: refetches the admin lists, and the shop in this browser. */
export async function showSavedTerms(queryClient: QueryClient, saved: AdminTerms): Promise<void> {
  queryClient.setQueryData(adminTermsQuery(saved.filename).queryKey, saved);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: adminTermsListQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: ['services'] }),
    queryClient.invalidateQueries({ queryKey: ['terms'] }),
  ]);
}
