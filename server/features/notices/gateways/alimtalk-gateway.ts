import { AsyncLocalStorage } from 'node:async_hooks';
import type { BootpayCommerce } from '@bootpay/backend-js';
import { z } from 'zod';
import type { AlimtalkConfig } from '#server/config.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { startDeadline } from '#server/lib/process/deadline.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import { withSpan } from '#server/lib/tracing/tracing.ts';
import { type Delivery, MessageError, type MessageGateway } from '../message-gateway.ts';

const DEADLINE_MS = 10 * SECOND_MS;

const accepted = z.object({ receipt_id: z.string().min(1), status: z.string() });
const message = z.object({
  ref_id: z.string(),
  status: z.enum(['requested', 'success', 'failed', 'canceled']),
  error_code: z.string().nullish(),
  error_message: z.string().nullish(),
  sent_at: z.string().nullish(),
});
const found = z.object({ list: z.array(message) });
const wrapper = z.object({ data: z.unknown() });
const refusal = z.object({ httpStatus: z.int(), body: z.unknown() });
const reasonOf = z.object({ error_code: z.union([z.int(), z.string()]).nullish(), message: z.string().nullish() });

/** Statuses that do not concern the message: wrong keys, a rate limit or the provider's load. */
const PASSING_STATUSES = new Set([401, 403, 429, 503]);
/** Codes of limits at the provider: the daily quota, and the credit of the account. */
const PASSING_CODES = new Set(['3022', '3020']);

/** The deadline of the call that a request belongs to: the SDK has no way to pass a signal. */
const callDeadline = new AsyncLocalStorage<AbortSignal>();

/** Responses are wrapped in `data`, or bare. */
function unwrap(answer: unknown): unknown {
  const wrapped = wrapper.safeParse(answer);
  return wrapped.success && wrapped.data.data !== undefined ? wrapped.data.data : answer;
}

/** Loads the package, which an idle process does not need. */
async function newSdk({ clientKey, secretKey, apiUrl }: AlimtalkConfig): Promise<BootpayCommerce> {
  const { BootpayCommerce } = await import('@bootpay/backend-js');
  const sdk = new BootpayCommerce({ client_key: clientKey, secret_key: secretKey });
  if (apiUrl) sdk.API_ENTRYPOINTS.production = apiUrl;
  const { defaults, interceptors } = sdk.$http;
  defaults.maxRedirects = 0;
  // The SDK passes on only the body of an error; the status is needed to tell a refusal from a
  // broken proxy.
  defaults.transformResponse = (data: unknown, _headers: unknown, status?: number): unknown => {
    const body = parseJson(data) ?? data;
    return status !== undefined && status >= 400 ? { httpStatus: status, body } : body;
  };
  interceptors.request.use((request) => {
    const signal = callDeadline.getStore();
    return signal ? { ...request, signal } : request;
  });
  return sdk;
}

/**
 * Without a response, the SDK throws a sentence that ends with the message of the connection error.
 */
const NEVER_CONNECTED = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH/;

function messageErrorOf(error: unknown): MessageError {
  if (error instanceof MessageError) return error;
  const refused = refusal.safeParse(error);
  if (!refused.success) {
    const text = error instanceof Error ? error.message : JSON.stringify(error);
    return new MessageError(NEVER_CONNECTED.test(text) ? 'unreachable' : 'unclear', `alimtalk: ${text}`);
  }
  const { httpStatus, body } = refused.data;
  const { data } = reasonOf.safeParse(body);
  const code = data?.error_code == null ? '' : String(data.error_code);
  const reason = `alimtalk: ${httpStatus} ${code} ${data?.message ?? ''}`.trim();
  if (httpStatus >= 500 && httpStatus !== 503) return new MessageError('unclear', reason);
  const isPassing = PASSING_STATUSES.has(httpStatus) || PASSING_CODES.has(code);
  return new MessageError(isPassing ? 'deferred' : 'refused', reason);
}

function deliveryOf({ status, error_code, error_message, sent_at }: z.infer<typeof message>): Delivery {
  if (status === 'success') return { state: 'delivered', at: sent_at ? new Date(sent_at) : undefined };
  if (status === 'requested') return { state: 'pending' };
  return { state: 'failed', reason: `${error_code ?? status} ${error_message ?? ''}`.trim() };
}

/**
 * 알림톡 through the provider's SDK. The reference of a message is our own `ref_id`, which the
 * provider keeps as its idempotency key. Its own fallback to text messages stays off: the shop
 * decides about that (contract §7).
 */
export function createAlimtalkGateway(config: AlimtalkConfig, deadlineMs = DEADLINE_MS): MessageGateway {
  let loading: Promise<BootpayCommerce> | undefined;
  const closing = new AbortController();

  type Work = (sdk: BootpayCommerce) => Promise<unknown>;
  async function exchange<T>(name: string, answer: z.ZodType<T>, work: Work): Promise<T> {
    loading ??= newSdk(config);
    const sdk = await loading;
    const deadline = startDeadline(deadlineMs);
    const signal = AbortSignal.any([closing.signal, deadline.signal]);
    try {
      const read = answer.safeParse(unwrap(await callDeadline.run(signal, () => work(sdk))));
      if (!read.success) throw new MessageError('unclear', `alimtalk: unreadable answer to ${name}`);
      return read.data;
    } catch (error) {
      throw messageErrorOf(error);
    } finally {
      deadline.end();
    }
  }
  const call = <T>(name: string, work: () => Promise<T>) => withSpan(`alimtalk ${name}`, { kind: 'client' }, work);

  return {
    open: async (noticeRef) => noticeRef,
    send: (reference, { kind, to, variables }) =>
      call('send', async () => {
        const template = kind === 'phone_code' ? undefined : config.templates[kind];
        if (!template) throw new MessageError('refused', `alimtalk: no template for ${kind}`);
        const params = { template_code: template, to, variables, ref_id: reference, fallback: false };
        await exchange('send', accepted, (sdk) => sdk.alimtalkSend.send({ ...params, sender_key: config.senderKey }));
      }),
    find: (reference) =>
      call('find', async () => {
        const { list } = await exchange('find', found, (sdk) =>
          sdk.alimtalkMessage.list({ ref_id: reference, limit: 1 }),
        );
        const one = list.find(({ ref_id }) => ref_id === reference);
        return one ? deliveryOf(one) : { state: 'unknown' };
      }),
    close: () => closing.abort(),
  };
}
