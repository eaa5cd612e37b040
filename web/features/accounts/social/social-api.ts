import { queryOptions } from '@tanstack/react-query';
import * as oauthCalls from '#shared/features/oauth/calls.ts';
import type { CompleteSocialRegisterBody } from '#shared/features/oauth/schemas.ts';
import { send } from '#web/lib/send.ts';

/**
 * The configured social login providers. Fetched once, because they change with the server's
 * configuration only; without an answer there are no buttons.
 */
export const socialProvidersQuery = queryOptions({
  queryKey: ['social-providers'],
  queryFn: ({ signal }) => send(oauthCalls.listProviders, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The person that a social token belongs to. Not cached once unused: the query key is a secret. */
export const socialPersonQuery = (socialToken: string) =>
  queryOptions({
    queryKey: ['social-person', socialToken],
    queryFn: ({ signal }) => send(oauthCalls.verifySocialToken, { body: { socialToken }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const completeSocialRegister = (body: CompleteSocialRegisterBody) =>
  send(oauthCalls.completeSocialRegister, { body });
