import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '#server/db/tables.ts';
import { wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { Participant } from '#shared/features/participants/schemas.ts';
import { sharesOf } from '#shared/features/participants/share-schemas.ts';
import type { Area } from '#shared/rules/case-access/areas.ts';

type OrderQuery = ExpressionBuilder<Database, 'orders'>;

/** A participant in JSON that the database builds: its times are text. */
export type ParticipantRow = Pick<Participant, 'id' | 'role' | 'state' | 'name'> & {
  joined_at: string | null;
  shares: Area[];
  shares_until: string | null;
};

/** Selects the participants of an order, the first ones first. */
export function participantsOf(eb: OrderQuery) {
  return jsonArrayFrom(
    eb
      .selectFrom('participants')
      .leftJoin('users', 'users.id', 'participants.user_id')
      .select(['participants.id', 'participants.role', 'participants.state', 'participants.joined_at'])
      .select(['participants.shares', 'participants.shares_until'])
      .select(
        sql<string>`coalesce(nullif(users.fullname, ''),
          case when participants.role = 'client' then orders.soldier ->> 'fullname' end, '')`.as('name'),
      )
      .whereRef('participants.order_id', '=', 'orders.id')
      .orderBy('participants.id'),
  ).as('participants');
}

/** Selects the ids of the orders in which an account has a part, as `listCaseAccess` decides it. */
export function orderIdsOf(eb: OrderQuery, userId: number) {
  return eb
    .selectFrom('orders as bought')
    .select('bought.id')
    .where('bought.user_id', '=', userId)
    .union(
      eb
        .selectFrom('participants')
        .select('participants.order_id as id')
        .where('participants.user_id', '=', userId)
        .where('participants.state', '=', 'joined'),
    );
}

/** Presents a participant to the client, who alone reads what the payer may see; shares whose time is over are none. */
export function presentToClient(row: ParticipantRow, now: Date): Participant {
  const isOver = row.shares_until !== null && new Date(row.shares_until) <= now;
  const areas = isOver ? [] : row.shares;
  const until = areas.length > 0 ? wireTimeOrNull(row.shares_until) : null;
  return { ...presentParticipant(row), shares: sharesOf(areas), shares_until: until };
}

export function presentParticipant({ id, role, state, name, joined_at }: ParticipantRow): Participant {
  return { id, role, state, name, joined_at: wireTimeOrNull(joined_at) };
}
