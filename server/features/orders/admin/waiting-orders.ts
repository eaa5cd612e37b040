import { type RawBuilder, sql } from 'kysely';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { WaitingMatter } from '#shared/rules/waiting-matter.ts';

/** The job asks the provider each minute, so one that is open for longer needs a look. */
const UNSETTLED_MS = 5 * MINUTE_MS;

/** The rows behind what waits for staff, each from an index that holds nothing but what waits (decision 015). */
export function waitingRows(matter: WaitingMatter, now: Date, unsettledMs = UNSETTLED_MS): RawBuilder<unknown> {
  switch (matter) {
    case 'refund':
      return sql`refunds w where w.state = 'requested'`;
    case 'refused_refund':
      return sql`refunds w where w.state = 'refused' and not exists (
        select from refunds later where later.receipt_id = w.receipt_id and later.id > w.id and later.state <> 'refused')`;
    case 'unsettled': {
      const since = new Date(now.getTime() - unsettledMs);
      return sql`payment_attempts w where w.state in ('unverified', 'approving') and w.began_at < ${since}`;
    }
    case 'deposit':
      return sql`payment_attempts w where w.state = 'issued'`;
  }
}
