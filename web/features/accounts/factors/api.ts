import { queryOptions } from '@tanstack/react-query';
import * as factorCalls from '#shared/features/accounts/factor-calls.ts';
import type { AddPasskeyBody, ConfirmTotpBody, GiveFactorBody } from '#shared/features/accounts/factor-schemas.ts';
import { send } from '#web/lib/send.ts';

export const factorsQuery = queryOptions({
  queryKey: ['second-factors'],
  queryFn: ({ signal }) => send(factorCalls.list, { signal }),
  gcTime: 0,
  meta: { isPersonal: true },
});

/** How the user can prove who they are, for the dialog that asks for it. */
export const proofsQuery = queryOptions({
  queryKey: ['proofs'],
  queryFn: ({ signal }) => send(factorCalls.getProofs, { signal }),
  gcTime: 0,
  meta: { isPersonal: true },
});

export const startTotp = () => send(factorCalls.startTotp);
export const confirmTotp = (body: ConfirmTotpBody) => send(factorCalls.confirmTotp, { body });
export const startPasskey = () => send(factorCalls.startPasskey);
export const addPasskey = (body: AddPasskeyBody) => send(factorCalls.addPasskey, { body });
export const renewRecoveryCodes = () => send(factorCalls.renewRecoveryCodes);
export const removeFactor = (id: number) => send(factorCalls.remove, { params: { id } });

/** A waiting login that ended is 401 too; it must not redirect to the login page. */
export const giveFactor = (body: GiveFactorBody) => send(factorCalls.give, { body, isSilent: true });
export const startGiving = () => send(factorCalls.startGiving, { isSilent: true });
