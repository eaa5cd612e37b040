import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as consentCalls from '#shared/features/participants/consent-calls.ts';
import * as invitationCalls from '#shared/features/participants/invitation-calls.ts';
import type { AcceptBody, InviteBody } from '#shared/features/participants/invitation-schemas.ts';
import * as shareCalls from '#shared/features/participants/share-calls.ts';
import type { ChangeSharesBody } from '#shared/features/participants/share-schemas.ts';
import * as viewCalls from '#shared/features/participants/view-calls.ts';
import type { ConsentKind } from '#shared/rules/case-access/areas.ts';
import { send } from '#web/lib/send.ts';
import { sendList } from '#web/lib/send-list.ts';

/** The provider of identity checks may take its time. */
const ACCEPT_TIMEOUT_MS = 30_000;

export const consentsQuery = (id: number) =>
  queryOptions({
    queryKey: ['orders', id, 'consents'],
    queryFn: ({ signal }) => send(consentCalls.list, { params: { id }, signal }),
    meta: { isPersonal: true },
  });

export const sharesQuery = (id: number) =>
  queryOptions({
    queryKey: ['orders', id, 'shares'],
    queryFn: ({ signal }) => send(shareCalls.get, { params: { id }, signal }),
    meta: { isPersonal: true },
  });

export const viewsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['orders', id, 'views'],
    queryFn: ({ pageParam, signal }) =>
      sendList(viewCalls.list, {
        params: { id },
        query: pageParam === '' ? { limit: '10' } : { limit: '10', cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    meta: { isPersonal: true },
  });

export const giveConsent = (id: number, kind: ConsentKind, version: string) =>
  send(consentCalls.give, { params: { id, kind }, body: { version } });
export const withdrawConsent = (id: number, kind: ConsentKind, version: string) =>
  send(consentCalls.withdraw, { params: { id, kind }, body: { version } });

export const changeShares = (id: number, body: ChangeSharesBody) => send(shareCalls.change, { params: { id }, body });
export const leaveCase = (id: number) => send(shareCalls.leave, { params: { id } });

export const inviteClient = (id: number, body: InviteBody) => send(invitationCalls.invite, { params: { id }, body });
export const withdrawInvitation = (id: number) => send(invitationCalls.withdraw, { params: { id } });
export const lookAtInvitation = (token: string) => send(invitationCalls.look, { body: { token } });
export const acceptInvitation = (body: AcceptBody) =>
  send(invitationCalls.accept, { body, timeoutMs: ACCEPT_TIMEOUT_MS });
