import { sql } from 'kysely';
import type { DbOrTrx } from '#server/db/transaction.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import type { SealedText } from '#server/lib/keys/sealed-text.ts';
import { type Conflict, MOST_CONFLICTS } from '#shared/features/orders/conflict-schemas.ts';
import { nameKey } from '#shared/rules/work/name-key.ts';
import { workStateOf } from '#shared/rules/work/work-state.ts';
import { readOpponent } from '../order-texts.ts';

/** The column of the keyed hashes of names. */
export const OPPONENT_HASH = 'order_opponents.name_hash';

export type ConflictReading = { db: DbOrTrx; dataKeys: Pick<DataKeys, 'readText' | 'hashes'> };

/** Names to look for among customers and soldiers, and among opponents. */
type Names = { people: readonly string[]; opponents: readonly string[]; exceptOrderId?: number };

type Row = Omit<Conflict, 'state' | 'name'> & {
  /** Null for opponents, whose name is encrypted. */
  name: string | null;
  opponent_id: number | null;
  name_sealed: SealedText;
  work_started_at: Date | null;
  work_closed_at: Date | null;
};

/** Finds the cases in which people of these names take part, each by an index of whole names. */
export async function findConflicts({ db, dataKeys }: ConflictReading, names: Names): Promise<Conflict[]> {
  if (names.people.length + names.opponents.length === 0) return [];
  const keys = sql`any(array(select name_key(name) from unnest(${names.people}::text[]) as name))`;
  const hashes = names.opponents.flatMap((name) => dataKeys.hashes(nameKey(name), OPPONENT_HASH));
  const { rows } = await sql<Row>`
    with found as (
      select o.id as order_id, 'customer' as as, u.fullname as name, null::integer as opponent_id, null::bytea as name_sealed
      from users u join orders o on o.user_id = u.id where u.fullname <> '' and name_key(u.fullname) = ${keys}
      union all
      select o.id, 'soldier', o.soldier ->> 'fullname', null, null
      from orders o where o.soldier is not null and name_key(o.soldier ->> 'fullname') = ${keys}
      union all
      select p.order_id, 'opponent', null, p.id, p.name_sealed
      from order_opponents p where p.name_hash = any(${hashes}::bytea[])
    )
    select found.*, orders.order_number, orders.work_started_at, orders.work_closed_at
    from found join orders on orders.id = found.order_id
    where found.order_id <> ${names.exceptOrderId ?? 0}
    order by found.order_id desc, found.as, found.opponent_id limit ${MOST_CONFLICTS}`.execute(db);
  return rows.map(({ opponent_id, name_sealed, name, work_started_at, work_closed_at, ...row }) => ({
    ...row,
    name: name ?? readOpponent(dataKeys, { id: opponent_id ?? 0, name_sealed }),
    state: workStateOf({ work_started_at, work_closed_at }),
  }));
}

/** A case as far as conflicts go. */
export type Parties = { orderId: number; customer: string; soldier: string | null; opponents: readonly string[] };

/**
 * Finds the conflicts of a case: its opponents are customers or soldiers of others, or its own
 * people are opponents there.
 */
export function conflictsOf(reading: ConflictReading, { orderId, customer, soldier, opponents }: Parties) {
  const ownPeople = [customer, soldier ?? ''].filter((name) => name !== '');
  return findConflicts(reading, { people: opponents, opponents: ownPeople, exceptOrderId: orderId });
}
