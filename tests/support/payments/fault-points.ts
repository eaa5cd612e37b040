import { expect } from 'vitest';
import { type BootpayDriver, createHold } from './bootpay.ts';
import { type EnvironmentOrder, lockFromOutside, type OutsideLock, untilShopWaits } from './environment-order.ts';
import type { PaymentEnvironment } from './payment-environment.ts';

type Endpoint = 'receipt' | 'confirm' | 'cancel';

/**
 * A point that the next call about an order comes to a halt at. `reached` waits until it has, and
 * answers the database connection that waits there, if one does; `release` lets go of what it waits
 * for.
 */
export type FaultPoint = { reached: () => Promise<number | undefined>; release: () => Promise<void> };

/**
 * The boundaries between the steps of a payment and of a refund, each reached without guessing how
 * long anything takes.
 */
export type FaultPoints = {
  whileIntentIsWritten: () => Promise<FaultPoint>;
  /**
   * The provider has been asked and has not done it; it never will, or it will after the release.
   */
  beforeProviderActs: (endpoint: Endpoint, isLost: boolean) => Promise<FaultPoint>;
  /** The provider has done it; its answer is on the way. */
  afterProviderActed: (endpoint: Endpoint) => Promise<FaultPoint>;
  /** The shop has the provider's answer and is about to write it down. */
  whileOutcomeIsWritten: (endpoint: Endpoint) => Promise<FaultPoint>;
  /** All is written; `table`, which the answer is made from, cannot be read. */
  beforeAnswer: (table: string) => Promise<FaultPoint>;
};

export function createFaultPoints(
  environment: PaymentEnvironment,
  bootpay: BootpayDriver,
  scene: EnvironmentOrder,
): FaultPoints {
  const lockOrder = () => lockFromOutside(environment, `select from orders where id = ${scene.row.id} for update`);
  const atLock = ({ release }: OutsideLock): FaultPoint => ({ reached: () => untilShopWaits(environment), release });
  return {
    whileIntentIsWritten: async () => atLock(await lockOrder()),
    async beforeProviderActs(endpoint, isLost) {
      const hold = createHold();
      bootpay.fail({ endpoint, times: 1, hold, ...(isLost && { insteadOf: 'drop' as const }) });
      const before = (await scene.books()).moved.length;
      return {
        reached: async () => void (await hold.untilArrived()),
        async release() {
          hold.release();
          if (!isLost) await expect.poll(async () => (await scene.books()).moved.length).toBe(before + 1);
        },
      };
    },
    async afterProviderActed(endpoint) {
      const holdAnswer = createHold();
      bootpay.fail({ endpoint, times: 1, holdAnswer });
      return {
        reached: async () => void (await holdAnswer.untilArrived()),
        release: async () => holdAnswer.release(),
      };
    },
    async whileOutcomeIsWritten(endpoint) {
      const holdAnswer = createHold();
      bootpay.fail({ endpoint, times: 1, holdAnswer });
      let lock: OutsideLock | undefined;
      return {
        async reached() {
          await holdAnswer.untilArrived();
          lock = await lockOrder();
          holdAnswer.release();
          return untilShopWaits(environment);
        },
        release: async () => lock?.release(),
      };
    },
    beforeAnswer: async (table) =>
      atLock(await lockFromOutside(environment, `lock table ${table} in access exclusive mode`)),
  };
}
