import { sql } from 'kysely';
import type { DbOrTrx } from '#server/db/transaction.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { nameKey } from '#shared/rules/work/name-key.ts';
import { readOpponent } from '../order-texts.ts';

/** Finds every case that has a conflict: it names a person of another case as its opponent, or is named so there. */
export async function findConflictingOrders({
  db,
  dataKeys,
}: {
  db: DbOrTrx;
  dataKeys: Pick<DataKeys, 'readText'>;
}): Promise<number[]> {
  const opponents = await db.selectFrom('order_opponents').select(['id', 'order_id', 'name_sealed']).execute();
  if (opponents.length === 0) return [];
  const orderIds = opponents.map(({ order_id }) => order_id);
  const keys = opponents.map((opponent) => nameKey(readOpponent(dataKeys, opponent)));
  const { rows } = await sql<{ order_id: number }>`
    with opponents as (select * from unnest(${orderIds}::integer[], ${keys}::text[]) as named (order_id, key)),
    pairs as (
      select opponents.order_id as ours, o.id as theirs from opponents
      join users u on name_key(u.fullname) = opponents.key and u.fullname <> '' join orders o on o.user_id = u.id
      union
      select opponents.order_id, o.id from opponents
      join orders o on name_key(o.soldier ->> 'fullname') = opponents.key and o.soldier is not null
    )
    select ours as order_id from pairs where ours <> theirs
    union select theirs from pairs where ours <> theirs`.execute(db);
  return rows.map(({ order_id }) => order_id);
}
