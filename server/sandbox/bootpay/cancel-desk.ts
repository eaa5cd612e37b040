import type { Clock } from '#server/lib/clock.ts';
import { createDueQueue } from './due-queue.ts';
import { ConnectionBroken, type ProviderCode, ProviderError } from './provider-error.ts';
import type { Quirks } from './quirks.ts';
import { type CancelPhase, type SandboxReceipt, STATUS, statusAt } from './receipt.ts';
import type { ReceiptStore, RefundAccount } from './receipt-store.ts';
import type { WebhookType } from './webhooks.ts';

export type CancelOrder = {
  receiptId: string;
  /** Missing: all that is left. */
  amount: number | null;
  cancelId: string | null;
  /** Where the money goes that was deposited on a virtual account; a card needs none. */
  account: RefundAccount | null;
};

type Options = {
  store: ReceiptStore;
  clock: Clock;
  quirksOf: (receiptId: string) => Quirks;
  onChange: (type: WebhookType, receipt: SandboxReceipt) => void;
};

/**
 * Gives money back in each of the ways that the provider's documents describe. What is under way
 * lives in this process alone: only tests ask for it.
 */
export type CancelDesk = {
  /**
   * @throws ProviderError what the provider would refuse
   * @throws ConnectionBroken the answer is lost; the cancel is carried out later
   */
  cancel: (order: CancelOrder) => Promise<SandboxReceipt>;
  /**
   * A cancel of the receipt that is under way, or failed after the last one that was carried out.
   */
  phaseOf: (receiptId: string) => CancelPhase | undefined;
  /** Carries out what is due by the clock. */
  catchUp: () => Promise<void>;
  stop: () => void;
};

/**
 * Creates the part of the sandbox that checks and executes cancellations, with the quirks of the
 * provider.
 */
export function createCancelDesk({ store, clock, quirksOf, onChange }: Options): CancelDesk {
  const queue = createDueQueue(clock);
  /** How many cancels of a receipt the bank works on. */
  const underWay = new Map<string, number>();
  const failed = new Set<string>();
  /** Ids of cancels that are not in the ledger: taken on and not carried out, or failed. */
  const takenIds = new Set<string>();

  async function find(receiptId: string): Promise<SandboxReceipt> {
    const receipt = await store.find(receiptId);
    if (!receipt) throw new ProviderError('RC_NOT_FOUND');
    return receipt;
  }

  /** Why the cancel is refused as things stand; undefined while it is possible. */
  async function refusalOf(order: CancelOrder, quirks: Quirks): Promise<ProviderCode | undefined> {
    const { status, method, price, cancelled_price } = await find(order.receiptId);
    if (status !== STATUS.paid && status !== STATUS.cancelled) return 'RC_CANCEL_NOT_PAID';
    if (method === 'vbank' && quirks.refundAccount === 'required' && !order.account) return 'RC_CANCEL_REFUND_ACCOUNT';
    if (quirks.cancelIds === 'refused' && order.cancelId !== null) {
      const isRepeat = takenIds.has(order.cancelId) || (await store.isCancelIdUsed(order.cancelId));
      if (isRepeat) return 'RC_CANCEL_ID_DUPLICATED';
    }
    const left = price - cancelled_price;
    const amount = order.amount ?? left;
    return amount < 1 || amount > left ? 'RC_CANCEL_PRICE_OVER' : undefined;
  }

  async function carryOut(order: CancelOrder, quirks: Quirks): Promise<SandboxReceipt | undefined> {
    const { receiptId, amount, cancelId, account } = order;
    const { method } = await find(receiptId);
    const cancelled = await store.cancel({
      receiptId,
      amount,
      cancelId,
      now: clock.now(),
      refundAccount: method === 'vbank' ? account : null,
      isIdIgnored: quirks.cancelIds === 'ignored',
    });
    if (!cancelled) return undefined;
    failed.delete(receiptId);
    const isWhole = cancelled.cancelled_price === cancelled.price;
    onChange(isWhole ? 'PAYMENT_CANCELLED' : 'PAYMENT_PARTIAL_CANCELLED', cancelled);
    return cancelled;
  }

  /**
   * The account takes no deposit any more. Neither text nor webhook of the provider mentions it,
   * so none is sent.
   */
  async function callOff(receiptId: string): Promise<SandboxReceipt> {
    const calledOff = await store.callOff({ receiptId, now: clock.now() });
    if (!calledOff) throw new ProviderError('RC_CANCEL_NOT_PAID');
    return calledOff;
  }

  /** The bank works on it: the receipt says so until it has ended, well or not. */
  function begin(order: CancelOrder, quirks: Quirks): void {
    const { receiptId, cancelId } = order;
    const countBy = (change: number) => underWay.set(receiptId, (underWay.get(receiptId) ?? 0) + change);
    if (cancelId !== null) takenIds.add(cancelId);
    if (quirks.cancelTakesMs === 0) {
      failed.add(receiptId);
      return;
    }
    countBy(1);
    queue.after(quirks.cancelTakesMs, async () => {
      if (quirks.cancelFails) failed.add(receiptId);
      else await carryOut(order, quirks);
      countBy(-1);
    });
  }

  async function cancelNow(order: CancelOrder, quirks: Quirks): Promise<SandboxReceipt> {
    const receipt = await find(order.receiptId);
    const isIssued = statusAt(receipt, clock.now()) === STATUS.issued;
    if (isIssued && quirks.issuedCancel === 'called_off') return callOff(order.receiptId);
    const refusal = await refusalOf(order, quirks);
    if (refusal) throw new ProviderError(refusal);
    if (quirks.cancelTakesMs > 0 || quirks.cancelFails) {
      begin(order, quirks);
      return find(order.receiptId);
    }
    const cancelled = await carryOut(order, quirks);
    if (cancelled) return cancelled;
    // Another call was quicker: it used the id, or took the money that was left.
    throw new ProviderError((await refusalOf(order, quirks)) ?? 'RC_CANCEL_PRICE_OVER');
  }

  /** Lost on its way, and known to the provider from the start. */
  function cancelLater(order: CancelOrder, quirks: Quirks): void {
    const { cancelId } = order;
    if (cancelId !== null) takenIds.add(cancelId);
    queue.after(quirks.lateCancelMs, async () => {
      if (cancelId !== null) takenIds.delete(cancelId);
      try {
        await cancelNow(order, quirks);
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
      }
    });
  }

  return {
    async cancel(order) {
      await queue.catchUp();
      const quirks = quirksOf(order.receiptId);
      if (quirks.lateCancelMs === 0) return cancelNow(order, quirks);
      const isRepeat = order.cancelId !== null && quirks.cancelIds === 'refused' && takenIds.has(order.cancelId);
      if (isRepeat) throw new ProviderError('RC_CANCEL_ID_DUPLICATED');
      cancelLater(order, quirks);
      throw new ConnectionBroken();
    },
    phaseOf(receiptId) {
      if (underWay.get(receiptId)) return 'under_way';
      return failed.has(receiptId) ? 'failed' : undefined;
    },
    catchUp: queue.catchUp,
    stop: queue.stop,
  };
}
