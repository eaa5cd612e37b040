import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import type { SavedFilter, SaveFilterBody } from '#shared/features/desk/schemas.ts';

/** Most filters of one administrator. */
const MAX_FILTERS = 50;
const COLUMNS = ['id', 'list', 'name', 'query', 'created_at'] as const;

function present({ created_at, ...filter }: Omit<SavedFilter, 'created_at'> & { created_at: Date }): SavedFilter {
  return { ...filter, created_at: wireTime(created_at) };
}

function refuseName(message: string): AppError {
  return new AppError('VALIDATION_FAILED', { details: [{ path: 'name', message }] });
}

/** Serialises the calls of one administrator, and reads their filters. */
async function lockFilters(trx: Trx, userId: number) {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  return trx.selectFrom('saved_filters').select(['id', 'list', 'name']).where('user_id', '=', userId).execute();
}

/** Filters of one administrator, oldest first. */
export async function listSavedFilters(db: Db, userId: number): Promise<SavedFilter[]> {
  const rows = await db
    .selectFrom('saved_filters')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(present);
}

/**
 * Saves the query of a list under a name; the same name again replaces it.
 * @throws AppError VALIDATION_FAILED when there are too many
 */
export async function saveFilter(db: Db, userId: number, { list, name, query }: SaveFilterBody): Promise<SavedFilter> {
  return transaction(db, async (trx) => {
    const own = await lockFilters(trx, userId);
    const isKnown = own.some((kept) => kept.list === list && kept.name === name);
    if (!isKnown && own.length >= MAX_FILTERS) throw refuseName(`필터는 ${MAX_FILTERS}개까지 저장할 수 있습니다.`);
    const saved = await trx
      .insertInto('saved_filters')
      .values({ user_id: userId, list, name, query })
      .onConflict((conflict) => conflict.columns(['user_id', 'list', 'name']).doUpdateSet({ query }))
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    return present(saved);
  });
}

/**
 * @throws AppError SAVED_FILTER_NOT_FOUND, also for another administrator's; VALIDATION_FAILED when
 * another filter of the list has the name
 */
export async function renameFilter(db: Db, userId: number, filterId: number, name: string): Promise<SavedFilter> {
  return transaction(db, async (trx) => {
    const own = await lockFilters(trx, userId);
    const renamed = own.find(({ id }) => id === filterId);
    if (!renamed) throw new AppError('SAVED_FILTER_NOT_FOUND');
    const isTaken = own.some((kept) => kept.id !== filterId && kept.list === renamed.list && kept.name === name);
    if (isTaken) throw refuseName('같은 이름의 필터가 있습니다.');
    const saved = await trx
      .updateTable('saved_filters')
      .set({ name })
      .where('id', '=', filterId)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    return present(saved);
  });
}

/** @throws AppError SAVED_FILTER_NOT_FOUND, also for another administrator's */
export async function deleteFilter(db: Db, userId: number, filterId: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_filters')
    .where('id', '=', filterId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError('SAVED_FILTER_NOT_FOUND');
}
