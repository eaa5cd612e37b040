import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Bootpay } from '@bootpay/backend-js';
import { z } from 'zod';
import type { PaymentConfig } from '#server/config.ts';
import type { Clock } from '#server/lib/clock.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { startDeadline } from '#server/lib/process/deadline.ts';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { withSpan } from '#server/lib/tracing/tracing.ts';
import { gatewayErrorOf, type HttpRefusal, isHttpRefusal } from './bootpay-answers.ts';

/** Timeout of a whole call with token and retry. */
export const CALL_MS = 10 * SECOND_MS;
/** When to renew a token, which is valid for 30 minutes. */
const TOKEN_MS = 28 * MINUTE_MS;

type Sdk = typeof Bootpay;

export type BootpayClientOptions = {
  payment: PaymentConfig;
  clock: Clock;
  /** Read per call: this server's own port is unknown until it listens. */
  sandboxApiUrl: () => string;
  deadlineMs?: number | undefined;
};

/** Deadline of the current call. The SDK has no option to pass a signal. */
const callDeadline = new AsyncLocalStorage<AbortSignal>();

/**
 * Creates a separate client: the package exports one shared object, whose keys and hosts two
 * gateways would overwrite. Loads the package, 14 MB in memory, which an idle process does not
 * need.
 */
async function newSdk(payment: PaymentConfig): Promise<Sdk> {
  const { Bootpay } = await import('@bootpay/backend-js');
  const sdk: Sdk = Reflect.construct(Bootpay.constructor, []);
  const { credentials } = payment;
  sdk.setConfiguration(
    credentials.kind === 'keys'
      ? { client_key: credentials.clientKey, secret_key: credentials.secretKey }
      : { application_id: credentials.applicationId, private_key: credentials.privateKey },
  );
  const { defaults, interceptors } = sdk.$http;
  // Keep-alive connections: opening one per call would cost more than the call.
  defaults.httpAgent = new HttpAgent({ keepAlive: true });
  defaults.httpsAgent = new HttpsAgent({ keepAlive: true });
  defaults.maxRedirects = 0;
  // The sandbox runs in this process, which a configured proxy cannot reach.
  if (payment.sandbox) defaults.proxy = false;
  // The SDK passes on only the body of an error. Without the status, a proxy's page and a refusal
  // look alike.
  defaults.transformResponse = (data: unknown, _headers: unknown, status?: number): unknown => {
    const body = parseJson(data) ?? data;
    return status !== undefined && status >= 400 ? ({ httpStatus: status, body } satisfies HttpRefusal) : body;
  };
  // The SDK's timeout of 60 s is for an idle socket; this one is for the whole call.
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

/** Provides the token for credentials that need one; concurrent callers share one request. */
function createTokenKeeper(isNeeded: boolean, clock: Clock) {
  let renewal: Promise<void> | undefined;
  let expiresAtMs = 0;
  async function renew(sdk: Sdk): Promise<void> {
    tokenAnswer.parse(await sdk.getAccessToken());
    expiresAtMs = clock.now().getTime() + TOKEN_MS;
  }
  return {
    async ensure(sdk: Sdk): Promise<void> {
      if (!isNeeded || clock.now().getTime() < expiresAtMs) return;
      renewal ??= renew(sdk).finally(() => {
        renewal = undefined;
      });
      await renewal;
    },
    /** True when there was a token to discard. */
    forget(): boolean {
      const hadToken = expiresAtMs > 0;
      expiresAtMs = 0;
      return hadToken;
    },
  };
}

/** The official SDK, with our deadline, our errors and one token for all gateways on it. */
export type BootpayClient = {
  /**
   * Makes one call and reads its answer.
   * @throws GatewayError and nothing else, within the deadline
   */
  call: <T>(name: string, send: (sdk: Sdk) => Promise<unknown>, read: (answer: unknown) => T) => Promise<T>;
};

/** Creates the client; `bootpay-answers.ts` maps its errors. */
export function createBootpayClient(options: BootpayClientOptions): BootpayClient {
  const { payment, clock, sandboxApiUrl, deadlineMs = CALL_MS } = options;
  let loading: Promise<Sdk> | undefined;
  const token = createTokenKeeper(payment.credentials.kind === 'application', clock);

  async function attempt(sdk: Sdk, send: (sdk: Sdk) => Promise<unknown>): Promise<unknown> {
    await token.ensure(sdk);
    try {
      return await send(sdk);
    } catch (error) {
      // The provider dropped our token early. It did nothing, so a retry is safe.
      if (!isHttpRefusal(error) || error.httpStatus !== 401 || !token.forget()) throw error;
      await token.ensure(sdk);
      return await send(sdk);
    }
  }

  async function exchange<T>(send: (sdk: Sdk) => Promise<unknown>, read: (answer: unknown) => T): Promise<T> {
    const apiUrl = payment.apiUrl ?? (payment.sandbox ? sandboxApiUrl() : undefined);
    const deadline = startDeadline(deadlineMs);
    try {
      loading ??= newSdk(payment);
      const sdk = await loading;
      if (apiUrl) sdk.API_ENTRYPOINTS.production = apiUrl;
      // The race also covers waiting for a token that another call requested.
      const sent = callDeadline.run(deadline.signal, () => attempt(sdk, send));
      return read(await Promise.race([sent, aborted(deadline.signal)]));
    } catch (error) {
      throw gatewayErrorOf(error);
    } finally {
      deadline.end();
    }
  }

  return {
    call: (name, send, read) => withSpan(`bootpay ${name}`, { kind: 'client' }, () => exchange(send, read)),
  };
}
