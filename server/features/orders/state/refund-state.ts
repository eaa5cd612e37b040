import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { RefundsTable } from '#server/db/tables.ts';

/**
 * Selects the state of a granted request's refund: the newest one, because administrators repeat a
 * refused refund. Null when the money was returned in another way. For use in a select from
 * `refund_requests`.
 */
export const refundStateOf = sql<Selectable<RefundsTable>['state'] | null>`
  case when refund_requests.state = 'granted' then coalesce((
    select refunds.state from refunds
    where refunds.receipt_id = (select granting.receipt_id from refunds granting where granting.id = refund_requests.refund_id)
      and refunds.id >= refund_requests.refund_id
    order by refunds.id desc limit 1), 'done') end`.as('refund_state');
