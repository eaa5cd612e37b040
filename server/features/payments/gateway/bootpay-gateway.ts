import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Bootpay } from '@bootpay/backend-js';
import { z } from 'zod';
import type { PaymentConfig } from '#server/config.ts';
import type { Clock } from '#server/lib/clock.ts';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { withSpan } from '#server/lib/tracing/tracing.ts';
import { gatewayErrorOf, type HttpRefusal, isHttpRefusal, readReceiptAnswer } from './bootpay-answers.ts';
import type { PaymentGateway, Receipt } from './gateway.ts';

/**
 * For a whole call, token and repeat included. Three of them fit into the lease of an exchange
 * (`payment-deps.ts`), so that its holder knows the outcome before another one may take over.
 */
const DEADLINE_MS = 10 * SECOND_MS;
/** A token lives 30 minutes; it is renewed before that. */
const TOKEN_MS = 28 * MINUTE_MS;

type Sdk = typeof Bootpay;

type Options = {
  payment: PaymentConfig;
  clock: Clock;
  /** Asked at each call: this server's own port is not known before it listens. */
  sandboxApiUrl: () => string;
  deadlineMs?: number;
};

function parseBody(data: unknown): unknown {
  if (typeof data !== 'string') return data;
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}

/** The deadline of the call that a request belongs to. The SDK has no way to pass a signal. */
const callDeadline = new AsyncLocalStorage<AbortSignal>();

/**
 * A client of its own: the package exports one object per process, whose keys and hosts two
 * gateways would overwrite.
 */
function newSdk(payment: PaymentConfig): Sdk {
  const sdk: Sdk = Reflect.construct(Bootpay.constructor, []);
  const { credentials } = payment;
  sdk.setConfiguration(
    credentials.kind === 'keys'
      ? { client_key: credentials.clientKey, secret_key: credentials.secretKey }
      : { application_id: credentials.applicationId, private_key: credentials.privateKey },
  );
  const { defaults, interceptors } = sdk.$http;
  // Pooled connections: a new one for each call would cost more than the call.
  defaults.httpAgent = new HttpAgent({ keepAlive: true });
  defaults.httpsAgent = new HttpsAgent({ keepAlive: true });
  defaults.maxRedirects = 0;
  // The sandbox is this very process; a proxy of the environment does not lead there.
  if (payment.sandbox) defaults.proxy = false;
  // The SDK hands on the body of an error alone, and a page of a proxy cannot be told from a
  // refusal without the status.
  defaults.transformResponse = (data: unknown, _headers: unknown, status?: number): unknown => {
    const body = parseBody(data);
    return status !== undefined && status >= 400 ? ({ httpStatus: status, body } satisfies HttpRefusal) : body;
  };
  // The SDK's own time-out of 60 s is about silence on the socket; this one is about the whole call.
  interceptors.request.use((request) => {
    const signal = callDeadline.getStore();
    return signal ? { ...request, signal } : request;
  });
  return sdk;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

const tokenAnswer = z.object({ access_token: z.string().min(1) });

/** Makes sure that calls carry a token where the credentials need one; callers at the same time share one request. */
function createTokenKeeper(sdk: Sdk, isNeeded: boolean, clock: Clock) {
  let renewal: Promise<void> | undefined;
  let expiresAtMs = 0;
  async function renew(): Promise<void> {
    tokenAnswer.parse(await sdk.getAccessToken());
    expiresAtMs = clock.now().getTime() + TOKEN_MS;
  }
  return {
    async ensure(): Promise<void> {
      if (!isNeeded || clock.now().getTime() < expiresAtMs) return;
      renewal ??= renew().finally(() => {
        renewal = undefined;
      });
      await renewal;
    },
    /** True when there was a token to forget. */
    forget(): boolean {
      const hadToken = expiresAtMs > 0;
      expiresAtMs = 0;
      return hadToken;
    },
  };
}

/**
 * The provider behind its official SDK; what it answers and throws is turned into our words in
 * `bootpay-answers.ts`.
 */
export function createBootpayGateway(options: Options): PaymentGateway {
  const { payment, clock, sandboxApiUrl, deadlineMs = DEADLINE_MS } = options;
  const sdk = newSdk(payment);
  const token = createTokenKeeper(sdk, payment.credentials.kind === 'application', clock);

  async function attempt(send: () => Promise<unknown>): Promise<unknown> {
    await token.ensure();
    try {
      return await send();
    } catch (error) {
      // The provider has forgotten our token before its time. It did nothing, so asking again is safe.
      if (!isHttpRefusal(error) || error.httpStatus !== 401 || !token.forget()) throw error;
      await token.ensure();
      return await send();
    }
  }

  async function exchange(send: () => Promise<unknown>): Promise<Receipt> {
    const apiUrl = payment.apiUrl ?? (payment.sandbox ? sandboxApiUrl() : undefined);
    if (apiUrl) sdk.API_ENTRYPOINTS.production = apiUrl;
    try {
      const deadline = AbortSignal.timeout(deadlineMs);
      // The race covers a wait for a token that another call has asked for.
      return readReceiptAnswer(
        await Promise.race([callDeadline.run(deadline, () => attempt(send)), aborted(deadline)]),
      );
    } catch (error) {
      throw gatewayErrorOf(error);
    }
  }

  const call = (method: keyof PaymentGateway, send: () => Promise<unknown>) =>
    withSpan(`bootpay ${method}`, { kind: 'client' }, () => exchange(send));

  return {
    findReceipt: (receiptId) => call('findReceipt', () => sdk.receiptPayment(encodeURIComponent(receiptId))),
    approve: (receiptId) => call('approve', () => sdk.confirmPayment(receiptId)),
    cancel: ({ receiptId, cancelId, amountWon, requestedBy, reason, account }) =>
      call('cancel', () =>
        sdk.cancelPayment({
          receipt_id: receiptId,
          cancel_price: amountWon,
          cancel_id: cancelId,
          cancel_username: requestedBy,
          cancel_message: reason,
          ...(account && {
            refund: { bank_account: account.number, bank_username: account.holder, bank_code: account.bankCode },
          }),
        }),
      ),
  };
}
