import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import * as consentCalls from '#shared/features/participants/consent-calls.ts';
import { send } from '#web/lib/send.ts';

const consentsQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['orders', orderId, 'consents'],
    queryFn: ({ signal }) => send(consentCalls.list, { params: { id: orderId }, signal }),
    meta: { isPersonal: true },
  });

/** The client's own consent to the use of sensitive data in a case; no other person is asked for it. */
export function useConsent(orderId: number) {
  const queryClient = useQueryClient();
  const query = consentsQuery(orderId);
  const { data } = useQuery(query);
  const consent = data?.find(({ kind }) => kind === 'sensitive');
  const params = { id: orderId, kind: 'sensitive' } as const;
  return {
    consent,
    isGiven: consent !== undefined && consent.given_at !== null && consent.withdrawn_at === null,
    give: async (version: string) =>
      queryClient.setQueryData(query.queryKey, await send(consentCalls.give, { params, body: { version } })),
    withdraw: async (version: string) =>
      queryClient.setQueryData(query.queryKey, await send(consentCalls.withdraw, { params, body: { version } })),
    /** Another text is shown now. */
    read: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  };
}
