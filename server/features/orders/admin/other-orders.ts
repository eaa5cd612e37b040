import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database, OrdersTable } from '#server/db/tables.ts';

const SHOWN = 20;

/** Its time in JSON built by the database is text. */
export type OtherOrderRow = Pick<Selectable<OrdersTable>, 'id' | 'order_number' | 'service_title' | 'status'> & {
  soldier_name: string | null;
  created_at: string;
};

/**
 * Selects the other cases of the account, and those of the same soldier under another account. Names are shared by
 * many, so that a soldier is the same only with the same phone too.
 */
export function otherOrdersOf(eb: ExpressionBuilder<Database, 'orders'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('orders as other')
      .select(['other.id', 'other.order_number', 'other.service_title', 'other.status', 'other.created_at'])
      .select(sql<string | null>`other.soldier ->> 'fullname'`.as('soldier_name'))
      .whereRef('other.id', '<>', 'orders.id')
      .where(
        sql<boolean>`(other.user_id = orders.user_id or (other.soldier is not null
          and name_key(other.soldier ->> 'fullname') = name_key(orders.soldier ->> 'fullname')
          and other.soldier ->> 'phone' = orders.soldier ->> 'phone'))`,
      )
      .orderBy('other.id', 'desc')
      .limit(SHOWN),
  ).as('otherOrders');
}
