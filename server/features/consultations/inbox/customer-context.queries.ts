import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { DbOrTrx } from '#server/db/transaction.ts';

const SHOWN_ORDERS = 20;

type Shown = { user_id: number; order_id: number | null; service_id: number | null };

/** Reads what administrators see of the customer beside a conversation: also the case of one who did not buy. */
export function readCustomerContext(db: DbOrTrx, { user_id, order_id, service_id }: Shown) {
  return db
    .selectFrom('users')
    .select(['users.phone', 'users.email'])
    .select((eb) => [
      eb.selectFrom('services').select('services.title').where('services.id', '=', service_id).as('service_title'),
      jsonArrayFrom(
        eb
          .selectFrom('orders')
          .select(['orders.id', 'orders.order_number', 'orders.service_title', 'orders.status', 'orders.created_at'])
          .select(sql<string | null>`orders.soldier ->> 'fullname'`.as('soldier_name'))
          .where((part) =>
            part.or([part('orders.user_id', '=', part.ref('users.id')), part('orders.id', '=', order_id)]),
          )
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
    .where('users.id', '=', user_id)
    .executeTakeFirstOrThrow();
}

export type CustomerContextRow = Awaited<ReturnType<typeof readCustomerContext>>;
