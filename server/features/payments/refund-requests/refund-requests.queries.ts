import { type Selectable, sql } from 'kysely';
import type { RefundRequestsTable } from '#server/db/tables.ts';
import type { Db, DbOrTrx } from '#server/db/transaction.ts';
import { allOf, column, listPage, type SortKey } from '#server/http/api/list-page.ts';
import type { After, Page } from '#server/http/api/paging.ts';
import { AppError } from '#server/lib/errors.ts';
import type { ValidRefundRequestsQuery } from '#shared/features/payments/admin-refund-schemas.ts';
import type { RefundRequestSort } from '#shared/platform/list-sorts.ts';
import { refundOverdueBefore } from '#shared/rules/payments/refund-deadline.ts';

type Request = Selectable<RefundRequestsTable>;

export type RefundRequestListRow = Omit<Request, 'refund_id' | 'policy_basis' | 'policy_reason' | 'decided_by'> & {
  basis: Request['policy_basis'];
  order_number: string;
  service_title: string;
  paid_price: number;
  user_name: string;
  user_id: string;
  user_phone: string;
  decider_login: string | null;
  decider_name: string | null;
  awaits_approval: boolean;
};

type ListOptions = Omit<ValidRefundRequestsQuery, 'cursor'> & { after: After | undefined; now: Date };

const SORT_KEYS: Record<RefundRequestSort, SortKey | undefined> = {
  // A later request is never due earlier.
  due_on: undefined,
  created_at: undefined,
  status: column('state'),
  amount: column('amount', 'number'),
};

/** Reads the order and status of a request; throws REFUND_REQUEST_NOT_FOUND. */
export async function getRequestReference(
  db: DbOrTrx,
  requestId: number,
): Promise<Pick<Request, 'order_id' | 'state'>> {
  const request = await db
    .selectFrom('refund_requests')
    .select(['refund_requests.order_id', 'refund_requests.state'])
    .where('refund_requests.id', '=', requestId)
    .executeTakeFirst();
  if (!request) throw new AppError('REFUND_REQUEST_NOT_FOUND');
  return request;
}

/**
 * Reads a page of requests: open ones oldest first, others newest first, unless sorted otherwise.
 */
export function listRefundRequests(
  db: Db,
  { status, due, sort, order, limit, after, now }: ListOptions,
): Promise<Page<RefundRequestListRow>> {
  const isQueue = status === 'open' && SORT_KEYS[sort] === undefined;
  return listPage(db, {
    from: sql`refund_requests`,
    where: allOf([
      status && sql`l.state = ${status}`,
      due && sql`l.state = 'open' and l.created_at < ${refundOverdueBefore(now)}`,
    ]),
    select: (page) => sql`
      select l.sort_key, l.id, l.order_id, l.state, l.amount, l.policy_basis as basis, l.reason_sealed, l.note_sealed,
        l.granted_amount, l.created_at, l.decided_at, o.order_number, o.service_title, o.paid_price, u.fullname as user_name, u.user_id,
        u.phone as user_phone, decider.user_id as decider_login, decider.fullname as decider_name,
        exists (select from refund_proposals p where p.request_id = l.id and p.state = 'open') as awaits_approval
      from ${page} join orders o on o.id = l.order_id join users u on u.id = o.user_id
        left join users decider on decider.id = l.decided_by`,
    sorting: { key: SORT_KEYS[sort], order: order ?? (isQueue ? 'asc' : 'desc') },
    limit,
    after,
  });
}
