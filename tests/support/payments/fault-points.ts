import { expect } from 'vitest';
import { type BootpayDriver, createHold } from './bootpay.ts';
import { type EnvironmentOrder, lockFromOutside, type OutsideLock } from './environment-order.ts';
import type { PaymentEnvironment } from './payment-environment.ts';

type Endpoint = 'receipt' | 'confirm' | 'cancel';

/**
 * A point at which the next call about a receipt or its order stops. `reached` waits for it and returns the
 * process id of the waiting database connection, if any; `release` lets the call continue.
 */
export type FaultPoint = { reached: () => Promise<number | undefined>; release: () => Promise<void> };

/**
 * The points between the steps of a payment and a refund, each reached without relying on time.
 */
export type FaultPoints = {
  whileIntentIsWritten: () => Promise<FaultPoint>;
  /**
   * The provider received the call but has not executed it; it never will, or only after the
   * release.
   */
  beforeProviderActs: (endpoint: Endpoint, isLost: boolean) => Promise<FaultPoint>;
  /** The provider has executed the call; its response is pending. */
  afterProviderActed: (endpoint: Endpoint) => Promise<FaultPoint>;
  /** The shop has the provider's response and is writing it. */
  whileOutcomeIsWritten: (endpoint: Endpoint) => Promise<FaultPoint>;
  /** Everything is written; `table`, needed for the response, is locked. */
  beforeAnswer: (table: string) => Promise<FaultPoint>;
};

/** Creates the points at which a test can interrupt a payment by the receipt. */
export function createFaultPoints(
  environment: PaymentEnvironment,
  bootpay: BootpayDriver,
  fixture: EnvironmentOrder,
  receiptId: string,
): FaultPoints {
  const lockOrder = () => lockFromOutside(environment, `select from orders where id = ${fixture.row.id} for update`);
  return {
    whileIntentIsWritten: lockOrder,
    async beforeProviderActs(endpoint, isLost) {
      const hold = createHold();
      bootpay.fail({ endpoint, receiptId, times: 1, hold, ...(isLost && { insteadOf: 'drop' as const }) });
      const before = (await fixture.books()).moved.length;
      return {
        reached: async () => void (await hold.untilArrived()),
        async release() {
          hold.release();
          if (!isLost) await expect.poll(async () => (await fixture.books()).moved.length).toBe(before + 1);
        },
      };
    },
    async afterProviderActed(endpoint) {
      const holdAnswer = createHold();
      bootpay.fail({ endpoint, receiptId, times: 1, holdAnswer });
      return {
        reached: async () => void (await holdAnswer.untilArrived()),
        release: async () => holdAnswer.release(),
      };
    },
    async whileOutcomeIsWritten(endpoint) {
      const holdAnswer = createHold();
      bootpay.fail({ endpoint, receiptId, times: 1, holdAnswer });
      let lock: OutsideLock | undefined;
      return {
        async reached() {
          await holdAnswer.untilArrived();
          lock = await lockOrder();
          holdAnswer.release();
          return lock.reached();
        },
        release: async () => lock?.release(),
      };
    },
    beforeAnswer: (table) => lockFromOutside(environment, `lock table ${table} in access exclusive mode`),
  };
}
