import type { Clock } from '#server/lib/clock.ts';
import { messageOf } from '#server/lib/errors.ts';
import { startDeadline } from '#server/lib/process/deadline.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import { withSpan } from '#server/lib/tracing/tracing.ts';
import type { VapidKeys } from './vapid-keys.ts';

export type Push = {
  endpoint: string;
  p256dh: string;
  auth: string;
  /** Text that the service worker reads. */
  payload: string;
  /** A push that waits at the service is replaced by a newer one of the same topic. */
  topic: string;
  ttlSeconds: number;
};

/** `gone`: the browser has ended its subscription. `refused`: the same push again would change nothing. */
export type PushOutcome =
  | { state: 'sent' }
  | { state: 'gone' }
  | { state: 'refused'; reason: string }
  | { state: 'deferred'; reason: string; retryAfterMs: number | undefined };

type Sender = { keys: VapidKeys; subject: string; deadlineMs: number; clock: Clock };

/** The wait that a `Retry-After` header asks for, in seconds or until a moment. */
function retryAfterOf(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - now.getTime();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

/** The encrypted and signed call; undefined for keys of a browser that cannot be used. */
async function prepare({ endpoint, p256dh, auth, payload, topic, ttlSeconds }: Push, { keys, subject }: Sender) {
  const { default: webPush } = await import('web-push');
  const subscription = { endpoint, keys: { p256dh, auth } };
  const vapidDetails = { subject, ...keys };
  try {
    return webPush.generateRequestDetails(subscription, payload, {
      vapidDetails,
      TTL: ttlSeconds,
      topic,
      urgency: 'high',
    });
  } catch {
    return undefined;
  }
}

/** Sends one push to the browser's push service, without following it to another address. */
export async function sendPush(push: Push, sender: Sender): Promise<PushOutcome> {
  const prepared = await prepare(push, sender);
  if (!prepared) return { state: 'gone' };
  const deadline = startDeadline(sender.deadlineMs);
  try {
    const response = await withSpan('push', { kind: 'client' }, () =>
      fetch(push.endpoint, {
        method: 'POST',
        headers: Object.entries(prepared.headers).map(([name, value]): [string, string] => [name, String(value)]),
        body: new Uint8Array(prepared.body),
        redirect: 'error',
        signal: deadline.signal,
      }),
    );
    await response.body?.cancel();
    const { ok, status, headers } = response;
    if (ok) return { state: 'sent' };
    if (status === 404 || status === 410) return { state: 'gone' };
    const reason = `push service: ${status}`;
    if (status < 500 && status !== 429) return { state: 'refused', reason };
    return { state: 'deferred', reason, retryAfterMs: retryAfterOf(headers.get('retry-after'), sender.clock.now()) };
  } catch (error) {
    return { state: 'deferred', reason: messageOf(error), retryAfterMs: undefined };
  } finally {
    deadline.end();
  }
}
