import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { DbOrTrx } from '#server/db/transaction.ts';

const SHOWN_ORDERS = 20;

/** Reads what administrators see of the customer beside a conversation. */
export function readCustomerContext(db: DbOrTrx, userId: number, serviceId: number | null) {
  return db
    .selectFrom('users')
    .select(['users.phone', 'users.email'])
    .select((eb) => [
      eb.selectFrom('services').select('services.title').where('services.id', '=', serviceId).as('service_title'),
      jsonArrayFrom(
        eb
          .selectFrom('orders')
          .select(['orders.id', 'orders.order_number', 'orders.service_title', 'orders.status', 'orders.created_at'])
          .select(sql<string | null>`orders.soldier ->> 'fullname'`.as('soldier_name'))
          .whereRef('orders.user_id', '=', 'users.id')
          .orderBy('orders.id', 'desc')
          .limit(SHOWN_ORDERS),
      ).as('orders'),
      jsonArrayFrom(
        eb
          .selectFrom('soldiers')
          .select(['soldiers.id', 'soldiers.fullname', 'soldiers.relationship', 'soldiers.military_status'])
          .whereRef('soldiers.user_id', '=', 'users.id')
          .orderBy('soldiers.id'),
      ).as('soldiers'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
}

export type CustomerContextRow = Awaited<ReturnType<typeof readCustomerContext>>;
