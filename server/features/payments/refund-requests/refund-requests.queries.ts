import type { Selectable } from 'kysely';
import type { RefundRequestsTable } from '#server/db/tables.ts';
import type { Db, DbOrTrx } from '#server/db/transaction.ts';
import { cutPage, EXACT_TOTAL, type Page } from '#server/http/api/paging.ts';
import { AppError } from '#server/lib/errors.ts';

type Request = Selectable<RefundRequestsTable>;

export type RefundRequestListRow = Omit<Request, 'refund_id' | 'policy_basis' | 'policy_reason' | 'decided_by'> & {
  basis: Request['policy_basis'];
  order_number: string;
  service_title: string;
  paid_price: number;
  user_name: string;
  user_id: string;
  decider_login: string | null;
  decider_name: string | null;
};

type ListOptions = { status: Request['state'] | undefined; limit: number; after: number | undefined };

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

function filtered(db: DbOrTrx, status: ListOptions['status']) {
  const requests = db.selectFrom('refund_requests');
  return status ? requests.where('refund_requests.state', '=', status) : requests;
}

/** Reads a page of requests: open ones oldest first, others newest first. */
export async function listRefundRequests(
  db: Db,
  { status, limit, after }: ListOptions,
): Promise<Page<RefundRequestListRow>> {
  const isQueue = status === 'open';
  const counted = filtered(db, status)
    .select('refund_requests.id')
    .limit(EXACT_TOTAL + 1);
  const page = filtered(db, status)
    .innerJoin('orders', 'orders.id', 'refund_requests.order_id')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .leftJoin('users as decider', 'decider.id', 'refund_requests.decided_by')
    .select(['refund_requests.id', 'refund_requests.order_id', 'refund_requests.state', 'refund_requests.amount'])
    .select(['refund_requests.policy_basis as basis', 'refund_requests.reason', 'refund_requests.note'])
    .select(['refund_requests.granted_amount', 'refund_requests.created_at', 'refund_requests.decided_at'])
    .select(['orders.order_number', 'orders.service_title', 'orders.paid_price'])
    .select(['users.fullname as user_name', 'users.user_id'])
    .select(['decider.user_id as decider_login', 'decider.fullname as decider_name'])
    .orderBy('refund_requests.id', isQueue ? 'asc' : 'desc')
    .limit(limit + 1);
  const [rows, { total }] = await Promise.all([
    (after ? page.where('refund_requests.id', isQueue ? '>' : '<', after) : page).execute(),
    db
      .selectFrom(counted.as('counted'))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { ...cutPage(rows, limit), total };
}
