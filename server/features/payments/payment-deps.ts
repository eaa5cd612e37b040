import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import type { DeskHours } from '#shared/rules/business-days.ts';
import { CALL_MS } from './gateway/bootpay-client.ts';
import type { PaymentGateway } from './gateway/gateway.ts';

/** Timing of the calls to the provider, in milliseconds. */
export type PaymentTiming = {
  /** How long a whole call with token and retry may take. */
  callMs: number;
  /**
   * Length of a lease, by the database's clock. Longer than three calls and the writes between
   * them, so that its holder has the outcome before another caller can take it. After a crash the
   * receipt waits this long; contract §3 allows two minutes in total.
   */
  leaseMs: number;
  /** How long a caller waits for the current holder of the lease. */
  patienceMs: number;
  /** Delay until the job retries a receipt without an outcome. */
  retryMs: number;
  /**
   * How long the provider may still execute a cancellation whose response was lost: a refund is not
   * sent again before (contract §3).
   */
  refundQuietMs: number;
  /**
   * How long the provider may still execute a capture whose response was lost: the receipt of an
   * order that is cancelled meanwhile is asked for after that.
   */
  lateCaptureMs: number;
  /** Interval of checks of a virtual account without a deposit. */
  depositCheckMs: number;
};

export const PAYMENT_TIMING: PaymentTiming = {
  callMs: CALL_MS,
  leaseMs: 45 * SECOND_MS,
  patienceMs: 25 * SECOND_MS,
  retryMs: 20 * SECOND_MS,
  refundQuietMs: 90 * SECOND_MS,
  lateCaptureMs: 2 * MINUTE_MS,
  depositCheckMs: 10 * MINUTE_MS,
};

/** Dependencies of everything that moves money. */
export type PaymentDeps = {
  db: Db;
  clock: Clock;
  /** Encrypts reasons and notes. */
  dataKeys: DataKeys;
  gateway: PaymentGateway;
  log: FastifyBaseLogger;
  /** True when payments of the provider's test environment are accepted. */
  acceptsTestPayments: boolean;
  /** Refunds of an order above it need a second administrator; undefined: none do. */
  fourEyesWon: number | undefined;
  /** Office hours, for the deadline of the call to the buyer. */
  deskHours: DeskHours;
  timing: PaymentTiming;
};
