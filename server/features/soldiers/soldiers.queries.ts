import type { DbOrTrx } from '#server/db/transaction.ts';
import { cutPage, type Page } from '#server/http/api/paging.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Soldier, ValidSoldierBody } from '#shared/features/soldiers/schemas.ts';
import { SOLDIER_COLUMNS } from './soldiers.lookup.ts';

/** Soldiers on one page. */
const PAGE = 200;

/** Reads a page of the user's soldiers, oldest first. `after` is the id before the page. */
export async function listSoldiers(db: DbOrTrx, userId: number, after = 0): Promise<Omit<Page<Soldier>, 'total'>> {
  const rows = await db
    .selectFrom('soldiers')
    .select(SOLDIER_COLUMNS)
    .where('soldiers.user_id', '=', userId)
    .where('soldiers.id', '>', after)
    .orderBy('soldiers.id')
    .limit(PAGE + 1)
    .execute();
  return cutPage(rows, PAGE);
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
