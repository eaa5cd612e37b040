import { sql } from 'kysely';
import { isFiveYearsOld, WAS_PAID } from '#server/features/orders/was-paid.ts';
import { type RetentionRule, rowsRule } from '#server/registry/retention-rule.ts';

/** Holds what is deleted or erased after its period (decision 012). */
export const RETENTION: readonly RetentionRule[] = [
  rowsRule({
    table: 'conversations',
    data: 'conversations without a paid order, with their files',
    kept: 'a year after the last message or event',
    basis: 'contract §5',
    every: 'day',
    isOver: (now) => sql`updated_at <= ${now} - interval '1 year'
      and not exists (select from orders where orders.id = conversations.order_id and ${WAS_PAID})`,
  }),
  rowsRule({
    table: 'conversations',
    data: "a closed account's conversations, with their files",
    kept: "as long as the account's buyer",
    basis: 'contract §5',
    // Those of a client who did not buy are kept as the order is.
    isOver: () => sql`room = 'buyer' and user_id in (
      select id from users where closed_at is not null
        and not exists (select from retained_buyers where retained_buyers.user_id = users.id))`,
  }),
  rowsRule({
    table: 'conversations',
    data: 'conversations of paid orders, with their files',
    kept: 'five years after the last payment',
    basis: 'contract §5: as long as the order',
    every: 'day',
    isOver: (now) => sql`order_id in (select orders.id from orders where ${WAS_PAID} and ${isFiveYearsOld(now)})`,
  }),
];
