import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { RefundsTable } from '#server/db/tables.ts';

/**
 * What has become of the money of a granted request: the newest refund since the one that it was
 * granted by, because staff try again when the provider has said no. Without any the money had come
 * back in another way. Stands in a select from `refund_requests`.
 */
export const refundStateOf = sql<Selectable<RefundsTable>['state'] | null>`
  case when refund_requests.state = 'granted' then coalesce((
    select refunds.state from refunds
    where refunds.receipt_id = (select granting.receipt_id from refunds granting where granting.id = refund_requests.refund_id)
      and refunds.id >= refund_requests.refund_id
    order by refunds.id desc limit 1), 'done') end`.as('refund_state');
