import { sql } from 'kysely';
import { nameKey } from '#shared/rules/work/name-key.ts';
import { readOpponent } from '../order-texts.ts';
import { type ConflictReading, OPPONENT_HASH } from './find-conflicts.ts';

const IS_OPEN = sql`o.status in ('pending', 'processing', 'confirmed') and o.work_closed_at is null`;

/** Finds open cases whose opponent is the customer or the soldier of another case. */
async function withOpponentAsClient({ db, dataKeys }: ConflictReading): Promise<number[]> {
  const { rows: opponents } = await sql<{ id: number; order_id: number; name_sealed: Buffer }>`
    select p.id, p.order_id, p.name_sealed from order_opponents p join orders o on o.id = p.order_id
    where ${IS_OPEN}`.execute(db);
  if (opponents.length === 0) return [];
  const orderIds = opponents.map(({ order_id }) => order_id);
  const keys = opponents.map((opponent) => nameKey(readOpponent(dataKeys, opponent)));
  // Case by case from the indexes of names: joined whole, every order would be sorted by its name.
  const { rows } = await sql<{ order_id: number }>`
    select distinct named.order_id from unnest(${orderIds}::integer[], ${keys}::text[]) as named (order_id, key)
    cross join lateral (
      select o.id from users u join orders o on o.user_id = u.id
      where name_key(u.fullname) = named.key and u.fullname <> '' and o.id <> named.order_id
      union all
      select o.id from orders o
      where name_key(o.soldier ->> 'fullname') = named.key and o.soldier is not null and o.id <> named.order_id
      limit 1
    ) as other`.execute(db);
  return rows.map(({ order_id }) => order_id);
}

/** Finds open cases whose customer or soldier is an opponent in another case. */
async function withClientAsOpponent({ db, dataKeys }: ConflictReading): Promise<number[]> {
  const { rows: cases } = await sql<{ id: number; customer: string; soldier: string | null }>`
    select o.id, u.fullname as customer, o.soldier ->> 'fullname' as soldier
    from orders o join users u on u.id = o.user_id where ${IS_OPEN}`.execute(db);
  const idsByName = new Map<string, number[]>();
  for (const { id, customer, soldier } of cases) {
    for (const name of [customer, soldier ?? ''].map(nameKey)) {
      const known = idsByName.get(name);
      if (known) known.push(id);
      else if (name !== '') idsByName.set(name, [id]);
    }
  }
  const nameByHash = new Map<string, string>();
  for (const name of idsByName.keys()) {
    for (const hash of dataKeys.hashes(name, OPPONENT_HASH)) nameByHash.set(hash.toString('hex'), name);
  }
  const { rows: opponents } = await sql<{ order_id: number; hash: string }>`
    select p.order_id, encode(p.name_hash, 'hex') as hash from order_opponents p
    where p.name_hash in (select decode(known, 'hex') from unnest(${[...nameByHash.keys()]}::text[]) as known)`.execute(
    db,
  );
  return opponents.flatMap(({ order_id, hash }) =>
    (idsByName.get(nameByHash.get(hash) ?? '') ?? []).filter((id) => id !== order_id),
  );
}

/** Finds the open cases that have a conflict, seen from either side. */
export async function findConflictingOrders(reading: ConflictReading): Promise<number[]> {
  const [ours, theirs] = await Promise.all([withOpponentAsClient(reading), withClientAsOpponent(reading)]);
  return [...new Set([...ours, ...theirs])];
}
