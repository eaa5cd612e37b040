/** The five statuses an order is stored with (contract §3). */
export const ORDER_STATUSES = ['pending', 'processing', 'confirmed', 'cancelled', 'error'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Completes the number of orders by status; a missing one is zero. */
export function countsByStatus(counts: Partial<Record<OrderStatus, number>>): Record<OrderStatus, number> {
  return { pending: 0, processing: 0, confirmed: 0, cancelled: 0, error: 0, ...counts };
}

/**
 * Who may move an order: the buyer, the payment flow (browser confirm, webhook, jobs) or an
 * administrator.
 */
export type OrderActor = 'customer' | 'payment' | 'job' | 'admin';

/**
 * Allowed status changes by actor (spec §4, contract §3). Administrators are not restricted by the
 * spec. `pending` to `confirmed` is a payment that was captured in the payment window, without our
 * approval. `confirmed` to `cancelled` by the payment flow is a refund made at the provider;
 * `cancelled` to `confirmed` never happens: a payment that arrives for a cancelled order is
 * refunded.
 */
export const ORDER_MOVES: Record<Exclude<OrderActor, 'admin'>, Record<OrderStatus, readonly OrderStatus[]>> = {
  customer: { pending: ['cancelled'], processing: ['cancelled'], confirmed: [], cancelled: [], error: ['cancelled'] },
  payment: {
    pending: ['processing', 'confirmed', 'error', 'cancelled'],
    processing: ['pending', 'confirmed', 'error', 'cancelled'],
    confirmed: ['cancelled'],
    cancelled: [],
    error: ['cancelled'],
  },
  job: { pending: ['cancelled'], processing: ['cancelled'], confirmed: [], cancelled: [], error: [] },
};

/**
 * Returns whether `actor` may move an order from one status to the other. Setting the present status again is never a
 * move.
 */
export function isTransitionAllowed(actor: OrderActor, from: OrderStatus, to: OrderStatus): boolean {
  if (from === to) return false;
  return actor === 'admin' || ORDER_MOVES[actor][from].includes(to);
}

/**
 * Returns the label for the buyer (spec §4): anything that is not paid, in progress or cancelled is an
 * error. A paid order is not done yet: the work of the firm begins, with a label of its own.
 */
export function buyerStatusLabel(status: OrderStatus): string {
  switch (status) {
    case 'confirmed':
      return '결제 완료';
    case 'pending':
    case 'processing':
      return '진행 중';
    case 'cancelled':
      return '취소됨';
    case 'error':
      return '오류';
  }
}

/** Labels for staff: the payment's states; 완료 is for work (contract §9). */
export const ADMIN_STATUS_LABELS: Record<OrderStatus, string> = {
  pending: '결제 전',
  processing: '결제 확인 중',
  confirmed: '결제됨',
  cancelled: '취소',
  error: '오류',
};

/** Returns whether only an administrator with `money` may set the status of the order (contract §9). */
export function needsMoneyToSet({ status, paid_price }: { status: OrderStatus; paid_price: number }): boolean {
  return status === 'confirmed' || paid_price > 0;
}
