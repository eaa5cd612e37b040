import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import { AppError, fieldError } from '#server/lib/errors.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import * as userCalls from '#shared/features/accounts/admin-calls.ts';
import { mayDo, type Needs, type Permission } from '#shared/features/accounts/permissions.ts';
import * as auditCalls from '#shared/features/audit/calls.ts';
import * as inboxCalls from '#shared/features/consultations/admin-calls.ts';
import { FILTERED_LISTS, type SavedFilter, type SaveFilterBody } from '#shared/features/desk/schemas.ts';
import * as mailCalls from '#shared/features/mails/calls.ts';
import * as orderCalls from '#shared/features/orders/admin-calls.ts';
import * as refundCalls from '#shared/features/payments/admin-refund-calls.ts';
import * as serviceCalls from '#shared/features/services/admin-calls.ts';

/** Most filters of one administrator. */
const MAX_FILTERS = 50;
const COLUMNS = [
  'saved_filters.id',
  'saved_filters.list',
  'saved_filters.name',
  'saved_filters.query',
  'saved_filters.is_shared',
  'saved_filters.user_id',
  'saved_filters.created_at',
] as const;

/** A filter may hold the words of a search, which who may not open the list does not read. */
const CALL_OF: Record<(typeof FILTERED_LISTS)[number], { needs?: Needs }> = {
  orders: orderCalls.list,
  users: userCalls.list,
  services: serviceCalls.list,
  mails: mailCalls.list,
  audit: auditCalls.list,
  'refund-requests': refundCalls.listRequests,
  chat: inboxCalls.list,
};

type Row = Omit<SavedFilter, 'created_at' | 'is_own'> & { user_id: number; created_at: Date };

function present({ created_at, user_id, ...filter }: Row, userId: number): SavedFilter {
  return { ...filter, is_own: user_id === userId, created_at: wireTime(created_at) };
}

/** Serialises the calls of one administrator, and reads their filters. */
async function lockFilters(trx: Trx, userId: number) {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  return trx.selectFrom('saved_filters').select(['id', 'list', 'name']).where('user_id', '=', userId).execute();
}

/** Filters of one administrator, oldest first, then those of others who share them. */
export async function listSavedFilters(
  db: Db,
  userId: number,
  permissions: readonly Permission[],
): Promise<SavedFilter[]> {
  const lists = FILTERED_LISTS.filter((list) => mayDo(permissions, CALL_OF[list].needs ?? 'owner'));
  const rows = await db
    .selectFrom('saved_filters')
    .innerJoin('users as owner', 'owner.id', 'saved_filters.user_id')
    .select(COLUMNS)
    .where((where) =>
      where.or([
        where('saved_filters.user_id', '=', userId),
        where.and([
          where('saved_filters.is_shared', '=', true),
          where('saved_filters.list', 'in', ['', ...lists]),
          where('owner.role', '=', 'admin'),
          where('owner.is_active', '=', true),
          where('owner.closed_at', 'is', null),
        ]),
      ]),
    )
    .orderBy((by) => by('saved_filters.user_id', '=', userId), 'desc')
    .orderBy('saved_filters.id')
    .execute();
  return rows.map((row) => present(row, userId));
}

/**
 * Saves the query of a list under a name; the same name again replaces it.
 * @throws AppError VALIDATION_FAILED when there are too many
 */
export async function saveFilter(
  db: Db,
  userId: number,
  { list, name, query, is_shared = false }: SaveFilterBody,
): Promise<SavedFilter> {
  return transaction(db, async (trx) => {
    const own = await lockFilters(trx, userId);
    const isKnown = own.some((kept) => kept.list === list && kept.name === name);
    if (!isKnown && own.length >= MAX_FILTERS)
      throw fieldError('name', `필터는 ${MAX_FILTERS}개까지 저장할 수 있습니다.`);
    const saved = await trx
      .insertInto('saved_filters')
      .values({ user_id: userId, list, name, query, is_shared })
      .onConflict((conflict) => conflict.columns(['user_id', 'list', 'name']).doUpdateSet({ query, is_shared }))
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    return present(saved, userId);
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
    if (isTaken) throw fieldError('name', '같은 이름의 필터가 있습니다.');
    const saved = await trx
      .updateTable('saved_filters')
      .set({ name })
      .where('saved_filters.id', '=', filterId)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    return present(saved, userId);
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
