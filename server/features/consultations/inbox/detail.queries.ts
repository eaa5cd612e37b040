import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import type { AdminConversationDetail } from '#shared/features/consultations/admin-schemas.ts';

const SHOWN_ORDERS = 20;

type Beside = Pick<
  AdminConversationDetail,
  'service_title' | 'customer_contact' | 'customer_orders' | 'customer_soldiers'
>;

/** What administrators see beside a conversation. */
export async function readBeside(db: DbOrTrx, userId: number, serviceId: number | null): Promise<Beside> {
  const row = await db
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
  return {
    service_title: row.service_title,
    customer_contact: { phone: row.phone, email: row.email },
    customer_orders: row.orders.map((order) => ({ ...order, created_at: wireTime(order.created_at) })),
    customer_soldiers: row.soldiers,
  };
}
