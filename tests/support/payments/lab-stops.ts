import { expect } from 'vitest';
import { type BootpayDriver, createHold } from './bootpay.ts';
import { type LabScene, lockFromOutside, type OutsideLock, untilShopWaits } from './lab-scene.ts';
import type { PaymentLab } from './payment-lab.ts';

type Endpoint = 'receipt' | 'confirm' | 'cancel';

/**
 * A point that the next call about an order comes to a halt at. `reached` waits until it has, and
 * answers the database connection that waits there, if one does; `release` lets go of what it waits
 * for.
 */
export type Stop = { reached: () => Promise<number | undefined>; release: () => Promise<void> };

/**
 * The boundaries between the steps of a payment and of a refund, each reached without guessing how
 * long anything takes.
 */
export type LabStops = {
  whileIntentIsWritten: () => Promise<Stop>;
  /**
   * The provider has been asked and has not done it; it never will, or it will after the release.
   */
  beforeProviderActs: (endpoint: Endpoint, isLost: boolean) => Promise<Stop>;
  /** The provider has done it; its answer is on the way. */
  afterProviderActed: (endpoint: Endpoint) => Promise<Stop>;
  /** The shop has the provider's answer and is about to write it down. */
  whileOutcomeIsWritten: (endpoint: Endpoint) => Promise<Stop>;
  /** All is written; `table`, which the answer is made from, cannot be read. */
  beforeAnswer: (table: string) => Promise<Stop>;
};

export function createLabStops(lab: PaymentLab, bootpay: BootpayDriver, scene: LabScene): LabStops {
  const lockOrder = () => lockFromOutside(lab, `select from orders where id = ${scene.row.id} for update`);
  const atLock = ({ release }: OutsideLock): Stop => ({ reached: () => untilShopWaits(lab), release });
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
          return untilShopWaits(lab);
        },
        release: async () => lock?.release(),
      };
    },
    beforeAnswer: async (table) => atLock(await lockFromOutside(lab, `lock table ${table} in access exclusive mode`)),
  };
}
