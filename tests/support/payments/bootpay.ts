import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { BootpaySandbox } from '#server/sandbox/bootpay/bootpay-sandbox.ts';
import { defaultQuirks, type Quirks } from '#server/sandbox/bootpay/quirks.ts';
import type { SandboxMethod } from '#server/sandbox/bootpay/receipt.ts';
import type { LedgerEntry } from '#server/sandbox/bootpay/receipt-store.ts';
import type { SandboxAnswer, SandboxCall } from '#server/sandbox/bootpay/steering.ts';
import { SANDBOX_PATH } from '#shared/platform/payment-hosts.ts';
import { encryptForProvider } from '#tests/support/providers/provider-form.ts';

type OpenOptions = {
  orderNumber: string;
  priceWon: number;
  /** False: the buyer's consent captures at once, as at providers without split approval. */
  isSeparatelyConfirmed?: boolean;
  /** Fields of the client's request that differ. */
  request?: Record<string, unknown>;
};

/** A fault of certain calls. */
export type Fault = {
  endpoint: SandboxCall['endpoint'];
  /** Any receipt by default. */
  receiptId?: string;
  /** Number of affected calls; all until cleared by default. */
  times?: number;
  /** Delay before executing the call. */
  delayMs?: number;
  /** Waits for the release of the hold before executing the call. */
  hold?: Hold;
  /** Response instead of executing the call; `drop` breaks the connection. */
  insteadOf?: SandboxAnswer | 'drop';
  /** Delay after executing the call. */
  lateMs?: number;
  /** Executes the call, then waits for the release of the hold. */
  holdAnswer?: Hold;
  /** Executes the call and sends this response; `drop` loses the response. */
  afterwards?: SandboxAnswer | 'drop';
  /** Executes the call and changes some fields of the response. */
  misreport?: Record<string, unknown>;
};

/** Blocks calls until it is released. */
export type Hold = {
  arrivals: () => number;
  untilArrived: (count?: number) => Promise<void>;
  pass: () => Promise<void>;
  release: () => void;
};

export function createHold(): Hold {
  const gate = Promise.withResolvers<void>();
  let arrived = 0;
  return {
    arrivals: () => arrived,
    untilArrived: (count = 1) => expect.poll(() => arrived, { interval: 5 }).toBeGreaterThanOrEqual(count),
    pass() {
      arrived += 1;
      return gate.promise;
    },
    release: gate.resolve,
  };
}

/** A 500 of a broken provider. */
export const SERVER_ERROR: SandboxAnswer = {
  status: 500,
  body: { error_code: 'RC_SERVER_ERROR', message: '서버 오류' },
};

async function carryOut(fault: Fault, answer: () => Promise<SandboxAnswer>): Promise<SandboxAnswer | 'drop'> {
  if (fault.delayMs !== undefined) await delay(fault.delayMs);
  await fault.hold?.pass();
  if (fault.insteadOf) return fault.insteadOf;
  const given = await answer();
  if (fault.lateMs !== undefined) await delay(fault.lateMs);
  await fault.holdAnswer?.pass();
  if (fault.afterwards) return fault.afterwards;
  return fault.misreport ? { ...given, body: { ...Object(given.body), ...fault.misreport } } : given;
}

/** Buyers and faults at the stand-in provider of a running server. */
export type BootpayDriver = {
  /**
   * How the stand-in reads its own documents; change its fields, for one test. What takes time
   * there follows the clock of the stand-in: advance the test's clock.
   */
  quirks: Quirks;
  /** Opens a payment window as the client SDK does; answers the receipt's id. */
  openReceipt: (options: OpenOptions) => Promise<string>;
  /**
   * The buyer chooses, agrees and pays: the receipt waits for the shop's approval, or for its
   * deposit.
   */
  approveByBuyer: (receiptId: string, method?: SandboxMethod) => Promise<void>;
  /** `openReceipt` and `approveByBuyer` in one. */
  payFor: (options: OpenOptions & { method?: SandboxMethod }) => Promise<string>;
  refuse: (receiptId: string) => Promise<void>;
  closeWindow: (receiptId: string) => Promise<void>;
  issueVirtualAccount: (receiptId: string) => Promise<void>;
  deposit: (receiptId: string) => Promise<void>;
  /** Refunds in the provider's console. */
  cancelAtProvider: (receiptId: string, amountWon?: number) => Promise<void>;
  /** The ledger, of all receipts or one. */
  ledger: (receiptId?: string) => Promise<LedgerEntry[]>;
  /** Calls that reached the provider, executed or not. */
  calls: (endpoint: SandboxCall['endpoint'], receiptId?: string) => number;
  fail: (fault: Fault) => void;
  /** Ends faults; keeps quirks and call counts. */
  endFaults: () => void;
  /** Ends faults, resets quirks to their defaults and counts calls from zero. */
  clear: () => void;
};

type Options = {
  url: string;
  sandbox: Pick<BootpaySandbox, 'store' | 'steering' | 'catchUp'>;
  clientKey?: string;
  now?: () => Date;
};

function watchCalls(sandbox: Options['sandbox']) {
  let faults: Fault[] = [];
  let calls: SandboxCall[] = [];
  const left = new Map<Fault, number>();

  function take(call: SandboxCall): Fault | undefined {
    const fault = faults.find(
      (each) => each.endpoint === call.endpoint && (each.receiptId ?? call.receiptId) === call.receiptId,
    );
    if (!fault) return undefined;
    const remaining = (left.get(fault) ?? Number.POSITIVE_INFINITY) - 1;
    left.set(fault, remaining);
    if (remaining <= 0) faults = faults.filter((each) => each !== fault);
    return fault;
  }

  sandbox.steering.intercept = (call, answer) => {
    calls.push(call);
    const fault = take(call);
    return fault ? carryOut(fault, answer) : answer();
  };

  return {
    calls: (endpoint: SandboxCall['endpoint'], receiptId?: string) =>
      calls.filter((call) => call.endpoint === endpoint && (receiptId ?? call.receiptId) === call.receiptId).length,
    fail(fault: Fault) {
      if (fault.times !== undefined) left.set(fault, fault.times);
      faults.push(fault);
    },
    endFaults() {
      faults = [];
    },
    clear() {
      faults = [];
      calls = [];
      Object.assign(sandbox.steering.quirks, defaultQuirks());
    },
  };
}

const RECEIPT_IN_PAGE = /(?:receipt_id(?:&quot;|"):(?:&quot;|")|\/pay\/|data-receipt-id=")([0-9a-f]{24})/;

/** Drives the stand-in of the server at `url`; there is one driver at a time for each. */
export function createBootpayDriver(options: Options): BootpayDriver {
  const { url, sandbox, clientKey = 'sandbox-client', now = () => new Date() } = options;
  const base = `${url}${SANDBOX_PATH}`;
  const watch = watchCalls(sandbox);

  async function post(path: string, body: unknown): Promise<Response> {
    const response = await fetch(`${base}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status >= 400) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  async function openReceipt({ orderNumber, priceWon, isSeparatelyConfirmed = true, request = {} }: OpenOptions) {
    const form = encryptForProvider({
      client_key: clientKey,
      order_id: orderNumber,
      order_name: '법률 상담',
      price: priceWon,
      tax_free: 0,
      items: [{ id: '1', name: '법률 상담', qty: 1, price: priceWon }],
      extra: { open_type: 'popup', separately_confirmed: isSeparatelyConfirmed, timeout: 30 },
      ...request,
    });
    const response = await fetch(`${base}/v2/request/payment`, { method: 'POST', body: new URLSearchParams(form) });
    const page = await response.text();
    const receiptId = RECEIPT_IN_PAGE.exec(page)?.[1];
    if (!receiptId) throw new Error(`no payment window: ${page}`);
    return receiptId;
  }

  async function approveByBuyer(receiptId: string, method: SandboxMethod = 'card') {
    await post(`/pay/${receiptId}/approve`, { method, has_agreed: true });
  }

  return {
    quirks: sandbox.steering.quirks,
    openReceipt,
    approveByBuyer,
    async payFor({ method = 'card', ...rest }) {
      const receiptId = await openReceipt(rest);
      await approveByBuyer(receiptId, method);
      return receiptId;
    },
    refuse: async (receiptId) => void (await post(`/pay/${receiptId}/refuse`, {})),
    closeWindow: async (receiptId) => void (await post(`/pay/${receiptId}/close`, {})),
    issueVirtualAccount: (receiptId) => approveByBuyer(receiptId, 'vbank'),
    deposit: async (receiptId) => void (await post(`/receipt/${receiptId}/deposit`, {})),
    async cancelAtProvider(receiptId, amountWon) {
      const cancelled = await sandbox.store.cancel({
        receiptId,
        now: now(),
        amount: amountWon ?? null,
        cancelId: null,
      });
      if (!cancelled) throw new Error(`${receiptId} cannot be cancelled`);
    },
    async ledger(receiptId) {
      await sandbox.catchUp();
      const entries = await sandbox.store.ledger();
      return entries.filter((entry) => (receiptId ?? entry.receipt_id) === entry.receipt_id);
    },
    ...watch,
  };
}
