import { z } from 'zod';
import { id, orderStatus, serviceCategory, timestamp, won } from '#shared/contract/fields.ts';
import { ORDER_STATUSES } from '#shared/rules/order-status.ts';
import { REFUND_BASES } from '#shared/rules/payments/refund-policy.ts';
import { DEFAULT_STATISTICS_PERIOD, STATISTICS_PERIODS } from '#shared/rules/statistics-period.ts';

const count = z.int().min(0);
/** Sums over many orders leave the range of one price. */
const sumWon = z.int();

/** Counts of the pending tasks. */
const waiting = z.object({
  /**
   * Paid orders whose promised call is overdue, and those without an assignee; both counted up to
   * 1,000.
   */
  overdueContacts: count,
  unassignedOrders: count,
  /** Open cases with a deadline in the next week or over, and those in which it is the firm's turn. */
  nearDeadlines: count,
  caseWork: count,
  /** Paid orders without an administrator's note or status change; counted up to 1,000. */
  untouchedOrders: count,
  /** Conversations in which the customer wrote last; counted up to 1,000. */
  waitingConversations: count,
  /** Undecided refund requests. */
  refundRequests: count,
  /** Refunds that wait for a second administrator. */
  refundApprovals: count,
  /** Those whose due day is over. */
  overdueRefundRequests: count,
  /** Refunds that are being retried, and refused ones that were not repeated. */
  refundsRequested: count,
  refundsRefused: count,
  failedMails: count,
  /** Orders whose payment did not fit. */
  errorOrders: count,
  /** Payments that the provider has not given an answer about for five minutes. */
  unsettledPayments: count,
  /** Virtual accounts without their deposit. */
  awaitedDeposits: count,
  /** Unhandled discrepancies with the provider, and unhandled unmatched webhooks. */
  paymentDifferences: count,
  unknownWebhooks: count,
});

export const dashboard = z.object({
  totalUsers: count,
  totalServices: count,
  totalOrders: count,
  pendingOrders: count,
  ordersByStatus: z.record(z.enum(ORDER_STATUSES), count),
  waiting,
  /**
   * The same, above zero only, the most urgent first; without `refundApprovals`,
   * `overdueRefundRequests`, `nearDeadlines` and `caseWork`, which pages of an earlier release do not know.
   */
  tasks: z.array(
    z.object({
      task: waiting.keyof().exclude(['refundApprovals', 'overdueRefundRequests', 'nearDeadlines', 'caseWork']),
      count: count.min(1),
    }),
  ),
  /** Tells whether a mail server is configured, and how many mails wait to be sent; counted up to 1,000. */
  mail: z.object({ is_on: z.boolean(), waiting: count }),
  /** Empty for administrators who may not see orders. */
  recentOrders: z.array(
    z.object({
      id,
      order_number: z.string(),
      service_title: z.string(),
      user_name: z.string(),
      price: won,
      status: orderStatus,
      created_at: timestamp,
    }),
  ),
});
export type Dashboard = z.infer<typeof dashboard>;

export const statisticsQuery = z.object({
  days: z
    .enum(STATISTICS_PERIODS, { error: '기간은 7일, 30일, 90일 중에서 고를 수 있습니다.' })
    .default(DEFAULT_STATISTICS_PERIOD)
    .transform(Number),
});
export type StatisticsQuery = z.input<typeof statisticsQuery>;

/**
 * Orders by the day in Korea on which they were placed: how many, how many of them are confirmed
 * now, and what is paid for them now, in won; money given back is left out.
 */
export const measures = z.object({ orders: count, confirmed: count, revenue: sumWon });
export const compared = z.object({ now: measures, before: measures });

export const statistics = z.object({
  /**
   * First and last day, as `2026-03-01`; the period before has the same length and ends the day
   * before `from`.
   */
  from: z.string(),
  to: z.string(),
  before_from: z.string(),
  before_to: z.string(),
  total: compared,
  /**
   * Every day of the period, oldest first, beside the day of the period before that has its place.
   */
  by_day: z.array(compared.extend({ day: z.string(), before_day: z.string() })),
  /** Those with orders in either period, most revenue first. */
  by_service: z.array(compared.extend({ service_id: id, service_title: z.string() })),
  by_category: z.array(compared.extend({ category: serviceCategory })),
});
export type Statistics = z.infer<typeof statistics>;
export type Measures = z.infer<typeof measures>;

/**
 * Calls to buyers of orders that were paid in the period: `in_time_share` is that of those that
 * were called or are overdue, from 0 to 1; null while there are none.
 */
export const contactMeasures = z.object({
  paid: count,
  contacted: count,
  in_time: count,
  late: count,
  average_minutes: count.nullable(),
  in_time_share: z.number().min(0).max(1).nullable(),
});
export type ContactMeasures = z.infer<typeof contactMeasures>;

/**
 * First answers to conversations in the period, and how long their customers waited for them, in
 * minutes of office hours; null while there are none.
 */
export const firstResponseMeasures = z.object({
  answered: count,
  average_minutes: count.nullable(),
  median_minutes: count.nullable(),
});
export type FirstResponseMeasures = z.infer<typeof firstResponseMeasures>;

/**
 * Why money went back: the basis of the refund policy for what customers asked for, or whose act it
 * was.
 */
export const REFUND_REASONS = [...REFUND_BASES, 'staff', 'outside', 'system'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

const refundMeasures = z.object({ refunds: count, won: sumWon });
export type RefundMeasures = z.infer<typeof refundMeasures>;

export const workStatistics = z.object({
  from: z.string(),
  to: z.string(),
  contact: z.object({ now: contactMeasures, before: contactMeasures }),
  first_response: z.object({ now: firstResponseMeasures, before: firstResponseMeasures }),
  /** Refunds that were carried out in either period, most money first. */
  refunds: z.array(z.object({ reason: z.enum(REFUND_REASONS), now: refundMeasures, before: refundMeasures })),
});
export type WorkStatistics = z.infer<typeof workStatistics>;
