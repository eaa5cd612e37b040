import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import type { PaymentGateway } from '../gateway/gateway.ts';

/** Times of the exchanges with the provider, in milliseconds. */
export type PaymentTiming = {
  /**
   * How long the holder of an exchange keeps others away; the database's clock decides. Longer than
   * three calls of the gateway (30 s) and what is written between them. After a crash the receipt
   * waits no longer than that: contract §3 allows two minutes in all.
   */
  leaseMs: number;
  /** How long a caller waits for another one that holds the lease. */
  patienceMs: number;
  /** How long the job waits until it asks again about an exchange without an outcome. */
  retryMs: number;
  /**
   * How long the provider may still carry out a cancellation whose answer was lost: a refund is not
   * sent again before that (contract §3).
   */
  refundQuietMs: number;
  /** How long until a virtual account without a deposit is asked about again. */
  depositCheckMs: number;
};

export const PAYMENT_TIMING: PaymentTiming = {
  leaseMs: 45 * SECOND_MS,
  patienceMs: 25 * SECOND_MS,
  retryMs: 20 * SECOND_MS,
  refundQuietMs: 90 * SECOND_MS,
  depositCheckMs: 10 * MINUTE_MS,
};

/** What everything that moves money needs. */
export type PaymentDeps = {
  db: Db;
  clock: Clock;
  gateway: PaymentGateway;
  log: FastifyBaseLogger;
  /** Whether payments of the provider's test environment count. */
  acceptsTestPayments: boolean;
  timing: PaymentTiming;
};
