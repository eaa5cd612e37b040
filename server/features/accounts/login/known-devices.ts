import type { Trx } from '#server/db/transaction.ts';

/** No browser is known to the account any more. */
export async function forgetDevices(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('known_devices').where('known_devices.user_id', '=', userId).execute();
}
