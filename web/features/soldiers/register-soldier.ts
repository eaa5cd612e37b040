import * as soldierCalls from '#shared/features/soldiers/calls.ts';
import { type Soldier, soldierBody, type ValidSoldierBody } from '#shared/features/soldiers/schemas.ts';
import { isUnclear } from '#web/lib/api-error.ts';
import { sendWholeList } from '#web/lib/send-list.ts';
import { createSoldier } from './api.ts';

const FIELDS = soldierBody.keyof().options;

/**
 * Creates the registration of one form. After an attempt without a clear answer it looks for the
 * soldier first, so that a repeat does not store it twice.
 */
export function createRegistration(): (body: ValidSoldierBody) => Promise<Soldier> {
  let isRepeat = false;

  async function findStored(body: ValidSoldierBody): Promise<Soldier | undefined> {
    const soldiers = await sendWholeList(soldierCalls.listMine);
    return soldiers.find((soldier) => FIELDS.every((name) => soldier[name] === body[name]));
  }

  return async (body) => {
    const stored = isRepeat ? await findStored(body) : undefined;
    if (stored) return stored;
    try {
      return await createSoldier(body);
    } catch (error) {
      isRepeat ||= isUnclear(error);
      throw error;
    }
  };
}
