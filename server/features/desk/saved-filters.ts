import { type Db, transaction } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import type { SavedFilter, SaveFilterBody } from '#shared/features/desk/schemas.ts';

/** Most filters of one administrator. */
const MAX_FILTERS = 50;
const COLUMNS = ['id', 'list', 'name', 'query', 'created_at'] as const;

function present({ created_at, ...filter }: Omit<SavedFilter, 'created_at'> & { created_at: Date }): SavedFilter {
  return { ...filter, created_at: wireTime(created_at) };
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
 * Keeps a list's query under a name; the same name again replaces it. Calls of one administrator
 * run one after the other.
 * @throws AppError VALIDATION_FAILED when there are too many
 */
export async function saveFilter(db: Db, userId: number, { list, name, query }: SaveFilterBody): Promise<SavedFilter> {
  return transaction(db, async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    const names = await trx
      .selectFrom('saved_filters')
      .select(['list', 'name'])
      .where('user_id', '=', userId)
      .execute();
    const isKnown = names.some((kept) => kept.list === list && kept.name === name);
    if (!isKnown && names.length >= MAX_FILTERS) {
      const message = `필터는 ${MAX_FILTERS}개까지 저장할 수 있습니다.`;
      throw new AppError('VALIDATION_FAILED', { details: [{ path: 'name', message }] });
    }
    const saved = await trx
      .insertInto('saved_filters')
      .values({ user_id: userId, list, name, query })
      .onConflict((conflict) => conflict.columns(['user_id', 'list', 'name']).doUpdateSet({ query }))
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
