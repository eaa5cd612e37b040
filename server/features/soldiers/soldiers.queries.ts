import type { DbOrTrx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Soldier, ValidSoldierBody } from '#shared/features/soldiers/schemas.ts';
import { SOLDIER_COLUMNS } from './soldiers.lookup.ts';

export function listSoldiers(db: DbOrTrx, userId: number): Promise<Soldier[]> {
  return db
    .selectFrom('soldiers')
    .select(SOLDIER_COLUMNS)
    .where('soldiers.user_id', '=', userId)
    .orderBy('soldiers.id')
    .execute();
}

/** Reads the user's own soldier; another user's is treated as unknown. */
export async function getSoldier(db: DbOrTrx, userId: number, soldierId: number): Promise<Soldier> {
  const soldier = await db
    .selectFrom('soldiers')
    .select(SOLDIER_COLUMNS)
    .where('soldiers.id', '=', soldierId)
    .where('soldiers.user_id', '=', userId)
    .executeTakeFirst();
  if (!soldier) throw new AppError('SOLDIER_NOT_FOUND');
  return soldier;
}

export function insertSoldier(db: DbOrTrx, userId: number, input: ValidSoldierBody): Promise<Soldier> {
  return db
    .insertInto('soldiers')
    .values({ ...input, user_id: userId })
    .returning(SOLDIER_COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function updateSoldier(
  db: DbOrTrx,
  userId: number,
  soldierId: number,
  input: ValidSoldierBody,
): Promise<Soldier> {
  const soldier = await db
    .updateTable('soldiers')
    .set(input)
    .where('soldiers.id', '=', soldierId)
    .where('soldiers.user_id', '=', userId)
    .returning(SOLDIER_COLUMNS)
    .executeTakeFirst();
  if (!soldier) throw new AppError('SOLDIER_NOT_FOUND');
  return soldier;
}

/** Deletes the soldier. Its orders stay: they have their own copy (contract §3). */
export async function deleteSoldier(db: DbOrTrx, userId: number, soldierId: number): Promise<void> {
  const deleted = await db
    .deleteFrom('soldiers')
    .where('soldiers.id', '=', soldierId)
    .where('soldiers.user_id', '=', userId)
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) throw new AppError('SOLDIER_NOT_FOUND');
}
