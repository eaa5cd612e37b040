import * as conflictCalls from '#shared/features/orders/conflict-calls.ts';
import * as moneyCalls from '#shared/features/orders/money-calls.ts';
import type { SetProofBody } from '#shared/features/orders/money-schemas.ts';
import { send } from '#web/lib/send.ts';

export const setProof = (id: number, body: SetProofBody) => send(moneyCalls.setProof, { params: { id }, body });

/** Answers with the case's conflicts. */
export const setOpponents = (id: number, names: string[]) =>
  send(conflictCalls.setOpponents, { params: { id }, body: { names } });
