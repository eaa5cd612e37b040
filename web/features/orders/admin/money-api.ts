import * as conflictCalls from '#shared/features/orders/conflict-calls.ts';
import type { SetOpponentsBody } from '#shared/features/orders/conflict-schemas.ts';
import * as moneyCalls from '#shared/features/orders/money-calls.ts';
import type { SetProofBody } from '#shared/features/orders/money-schemas.ts';
import { send } from '#web/lib/send.ts';

export const setProof = (id: number, body: SetProofBody) => send(moneyCalls.setProof, { params: { id }, body });

/** Cases in which a person of this name takes part. */
export const findConflicts = (name: string) => send(conflictCalls.findConflicts, { query: { name } });

/** Answers with the case's conflicts. */
export const setOpponents = (id: number, body: SetOpponentsBody) =>
  send(conflictCalls.setOpponents, { params: { id }, body });
