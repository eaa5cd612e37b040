import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '#server/db/tables.ts';
import { wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { Participant } from '#shared/features/participants/schemas.ts';

type OrderQuery = ExpressionBuilder<Database, 'orders'>;

/** A participant in JSON that the database builds: its times are text. */
export type ParticipantRow = Omit<Participant, 'joined_at'> & { joined_at: string | null };

/** Selects the participants of an order, the first ones first. */
export function participantsOf(eb: OrderQuery) {
  return jsonArrayFrom(
    eb
      .selectFrom('participants')
      .leftJoin('users', 'users.id', 'participants.user_id')
      .select(['participants.id', 'participants.role', 'participants.state', 'participants.joined_at'])
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

export function presentParticipant({ id, role, state, name, joined_at }: ParticipantRow): Participant {
  return { id, role, state, name, joined_at: wireTimeOrNull(joined_at) };
}
