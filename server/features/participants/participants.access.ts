import { type RawBuilder, sql } from 'kysely';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Area, CaseRole } from '#shared/rules/case-access/areas.ts';
import { type CaseFacts, mayRead } from '#shared/rules/case-access/case-access.ts';
import type { Callee } from '#shared/rules/work/callback-slots.ts';

/** A person in the case of an order: what `shared/rules/case-access/case-access.ts` decides by. */
export type CaseAccess = CaseFacts & {
  orderId: number;
  userId: number;
  /** The joined client: the buyer where the buyer is the soldier; null while no client has joined. */
  clientId: number | null;
  buyerId: number;
};

type Row = {
  id: number;
  user_id: number;
  is_self: boolean;
  client_id: number | null;
  had_client: boolean;
  is_guardian: boolean;
  is_client_minor: boolean;
  shares: Area[];
  shares_sensitive: boolean;
};

function roleOf(row: Row, userId: number): CaseRole | undefined {
  if (row.user_id === userId) return row.is_self ? 'both' : 'payer';
  if (row.client_id === userId) return 'client';
  return row.is_guardian ? 'guardian' : undefined;
}

async function readAccess(db: DbOrTrx, userId: number, orders: RawBuilder<boolean>, now: Date): Promise<CaseAccess[]> {
  const { rows } = await sql<Row>`
    select orders.id, orders.user_id,
      coalesce(orders.soldier ->> 'relationship' = '본인', false) as is_self,
      client.user_id as client_id,
      exists (select from participants
        where participants.order_id = orders.id and participants.role = 'client' and participants.joined_at is not null
      ) as had_client,
      exists (select from participants
        where participants.order_id = orders.id and participants.role = 'guardian' and participants.state = 'joined'
          and participants.user_id = ${userId}
      ) as is_guardian,
      coalesce((select letters.is_minor from letters
        where letters.order_id = orders.id and letters.offered_at is not null order by letters.id desc limit 1
      ), false) as is_client_minor,
      case when client.id is not null and (payer.shares_until is null or payer.shares_until > ${now}::timestamptz)
        then payer.shares else '{}' end as shares,
      exists (select from case_consents
        where case_consents.order_id = orders.id and case_consents.user_id = client.user_id
          and case_consents.kind = 'share_sensitive' and case_consents.withdrawn_at is null
      ) as shares_sensitive
    from orders
    left join participants as client
      on client.order_id = orders.id and client.role = 'client' and client.state = 'joined'
    left join participants as payer on payer.order_id = orders.id and payer.role = 'payer'
    where ${orders}`.execute(db);
  return rows.flatMap((row) => {
    const role = roleOf(row, userId);
    if (role === undefined) return [];
    return [
      {
        orderId: row.id,
        userId,
        role,
        isGuardian: row.is_guardian,
        isClientMinor: row.is_client_minor,
        hadClient: row.had_client,
        clientId: role === 'both' ? userId : row.client_id,
        buyerId: row.user_id,
        shares: row.shares ?? [],
        sharesSensitive: row.shares_sensitive,
      },
    ];
  });
}

/** Reads what each of the orders lets the person read; an order in which the person has no part is left out. */
export async function listCaseAccess(
  db: DbOrTrx,
  userId: number,
  orderIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, CaseAccess>> {
  if (orderIds.length === 0) return new Map();
  const found = await readAccess(db, userId, sql`orders.id = any(${orderIds}::integer[])`, now);
  return new Map(found.map((access) => [access.orderId, access]));
}

/** Returns whether a client has joined once, or the buyer is the soldier: until then the payer acts for the client. */
export async function hasClient(db: DbOrTrx, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    select from orders where orders.id = ${orderId} and (orders.soldier ->> 'relationship' = '본인'
      or exists (select from participants
        where participants.order_id = orders.id and participants.role = 'client' and participants.joined_at is not null))`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Reads what an order's case lets the person read.
 * @throws AppError ORDER_NOT_FOUND for a person without a part in it
 */
export async function getCaseAccess(db: DbOrTrx, userId: number, orderId: number, now: Date): Promise<CaseAccess> {
  // One id rather than a list of one: PostgreSQL would plan the statement again for each list.
  const [access] = await readAccess(db, userId, sql`orders.id = ${orderId}`, now);
  if (!access) throw new AppError('ORDER_NOT_FOUND');
  return access;
}

/**
 * Lists the accounts that learn of news in an area of an order's case: the joined client, and the buyer
 * while no client has joined or the area is shared (contract §8).
 * @throws AppError ORDER_NOT_FOUND
 */
export async function listRecipients(
  db: DbOrTrx,
  order: { id: number; user_id: number },
  area: Exclude<Area, 'conversation'>,
  now: Date,
): Promise<number[]> {
  const { buyerId, clientId, ...facts } = await getCaseAccess(db, order.user_id, order.id, now);
  const others = clientId === null || clientId === buyerId ? [] : [clientId];
  return mayRead(facts, area) ? [buyerId, ...others] : others;
}

/** Lists the accounts with a part in an order's case that read something of it now, the buyer first. */
export async function listPeople(
  db: DbOrTrx,
  order: { id: number; user_id: number },
  reads: (access: CaseAccess) => boolean,
  now: Date,
): Promise<number[]> {
  const joined = await db
    .selectFrom('participants')
    .select('participants.user_id')
    .where('participants.order_id', '=', order.id)
    .where('participants.state', '=', 'joined')
    .orderBy('participants.id')
    .execute();
  const people = new Set([order.user_id, ...joined.flatMap(({ user_id }) => user_id ?? [])]);
  const readers: number[] = [];
  for (const person of people) {
    const access = (await listCaseAccess(db, person, [order.id], now)).get(order.id);
    if (access && reads(access)) readers.push(person);
  }
  return readers;
}

/**
 * Returns the account whose turn something is that the firm asks of client or payer: until a client joins, the buyer
 * acts for the client; undefined once the client has left.
 */
export async function findAsked(
  db: DbOrTrx,
  order: { id: number; user_id: number },
  askedOf: 'client' | 'payer',
  now: Date,
): Promise<number | undefined> {
  const { buyerId, clientId, hadClient } = await getCaseAccess(db, order.user_id, order.id, now);
  if (askedOf === 'payer' || (clientId === null && !hadClient)) return buyerId;
  return clientId ?? undefined;
}

/** Returns the account whose call it is: a call to the soldier is the joined client's, any other the buyer's. */
export async function findCalled(
  db: DbOrTrx,
  order: { id: number; user_id: number },
  whom: Callee,
  now: Date,
): Promise<number> {
  const { buyerId, clientId } = await getCaseAccess(db, order.user_id, order.id, now);
  return whom === 'soldier' && clientId !== null ? clientId : buyerId;
}
