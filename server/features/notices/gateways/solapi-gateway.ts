import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SmsConfig } from '#server/config.ts';
import type { Clock } from '#server/lib/clock.ts';
import { messageOf } from '#server/lib/errors.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { startDeadline } from '#server/lib/process/deadline.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import { withSpan } from '#server/lib/tracing/tracing.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import { type Delivery, isNeverConnected, MessageError, type MessageGateway } from '../message-gateway.ts';

const DEADLINE_MS = 10 * SECOND_MS;
/** Longest text of an SMS in bytes of EUC-KR; a longer one goes as LMS. */
const SMS_BYTES = 90;

const refusal = z.object({ errorCode: z.string(), errorMessage: z.string().default('') });
const group = z.object({
  groupId: z.string().min(1),
  status: z.string(),
  count: z.object({ total: z.int() }),
});
const messageList = z.object({
  messageList: z.record(
    z.string(),
    z.object({
      statusCode: z.string(),
      reason: z.string().nullish(),
      dateReceived: z.iso.datetime({ offset: true }).nullish(),
    }),
  ),
});

/** Bytes of a text in EUC-KR: two for each Korean character. */
function eucKrBytes(text: string): number {
  return [...text].reduce((sum, character) => sum + (character <= '\u007f' ? 1 : 2), 0);
}

/** Maps the status of a message: 2000 accepted, 3000 at the carrier, 4000 delivered. */
function deliveryOf(code: string, reason: string | null | undefined, received: string | null | undefined): Delivery {
  if (code === '4000') return { state: 'delivered', at: received ? new Date(received) : undefined };
  if (code === '2000' || code === '3000') return { state: 'pending' };
  return { state: 'failed', reason: `${code} ${reason ?? ''}`.trim() };
}

/**
 * SMS through Solapi's REST API. A message is sent in three steps, so that a lost answer never
 * becomes a second message: a group is opened and its id stored, the message is added once, and the
 * group is sent. After a lost answer the group is read back. The official SDK repeats unanswered
 * calls on its own (decision 031).
 */
export function createSolapiGateway(config: SmsConfig, clock: Clock, deadlineMs = DEADLINE_MS): MessageGateway {
  const closing = new AbortController();

  function authorization(): string {
    const date = wireTime(clock.now());
    const salt = randomBytes(16).toString('hex');
    const signature = createHmac('sha256', config.apiSecret)
      .update(date + salt)
      .digest('hex');
    return `HMAC-SHA256 apiKey=${config.apiKey}, date=${date}, salt=${salt}, signature=${signature}`;
  }

  async function exchange<T>(method: string, path: string, answer: z.ZodType<T>, body?: unknown): Promise<T> {
    let response: Response;
    let text: string;
    const deadline = startDeadline(deadlineMs);
    try {
      response = await fetch(`${config.apiUrl}${path}`, {
        method,
        headers: { authorization: authorization(), ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.any([closing.signal, deadline.signal]),
      });
      text = await response.text();
    } catch (error) {
      const kind = isNeverConnected(error) ? 'unreachable' : 'unclear';
      throw new MessageError(kind, `solapi: ${messageOf(error)}`, {
        cause: error,
      });
    } finally {
      deadline.end();
    }
    const parsed = parseJson(text);
    if (!response.ok) throw refusedBy(response.status, parsed);
    const read = answer.safeParse(parsed);
    if (!read.success) throw new MessageError('unclear', `solapi: unreadable answer to ${method} ${path}`);
    return read.data;
  }

  const call = <T>(name: string, work: () => Promise<T>) => withSpan(`solapi ${name}`, { kind: 'client' }, work);
  const readGroup = (id: string) => exchange('GET', `/messages/v4/groups/${encodeURIComponent(id)}`, group);

  return {
    open: () => call('open', async () => (await exchange('POST', '/messages/v4/groups', group, {})).groupId),
    send: (reference, { to, text }) =>
      call('send', async () => {
        const path = `/messages/v4/groups/${encodeURIComponent(reference)}`;
        const before = await readGroup(reference);
        if (before.status !== 'PENDING') return;
        if (before.count.total === 0) {
          const type = eucKrBytes(text) > SMS_BYTES ? 'LMS' : 'SMS';
          const message = { to, from: config.sender, text, type, autoTypeDetect: false };
          await exchange('PUT', `${path}/messages`, z.unknown(), { messages: [message] });
          // Refusals of a single message come with status 200: such a message is not in the group.
          if ((await readGroup(reference)).count.total === 0) {
            throw new MessageError('refused', 'solapi: the message was not accepted');
          }
        }
        await exchange('POST', `${path}/send`, z.unknown());
      }),
    find: (reference) =>
      call('find', async () => {
        const { status } = await readGroup(reference);
        if (status === 'PENDING') return { state: 'unknown' };
        const query = new URLSearchParams({ groupId: reference, limit: '1' });
        const { messageList: messages } = await exchange('GET', `/messages/v4/list?${query}`, messageList);
        const message = Object.values(messages)[0];
        return message ? deliveryOf(message.statusCode, message.reason, message.dateReceived) : { state: 'pending' };
      }),
    close: () => closing.abort(),
  };
}

/** Errors that resolve themselves, or that the operator repairs without changing the message. */
const PASSING = /^(RequestTimeTooSkewed|DuplicatedSignature|NotEnoughBalance|TooManyRequests|DailyLimitExceeded|1030)$/;

function refusedBy(status: number, body: unknown): MessageError {
  const { data } = refusal.safeParse(body);
  const reason = `solapi: ${status} ${data ? `${data.errorCode} ${data.errorMessage}`.trim() : 'without a reason'}`;
  if (status >= 500 && status !== 503) return new MessageError('unclear', reason);
  const isPassing =
    status === 503 || status === 401 || status === 403 || status === 429 || (data && PASSING.test(data.errorCode));
  return new MessageError(isPassing ? 'deferred' : 'refused', reason);
}
