import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import type { Steering } from './steering.ts';

export type WebhookType =
  | 'PAYMENT_COMPLETED'
  | 'PAYMENT_CANCELLED'
  | 'PAYMENT_PARTIAL_CANCELLED'
  | 'PAYMENT_VIRTUAL_ACCOUNT_ISSUED';

/** `body` is the receipt as the REST API shows it. */
export type SendWebhook = (type: WebhookType, body: Record<string, unknown>) => void;

/** The provider retries until the answer is `{success: true}`; the stand-in gives up earlier. */
const RETRY_AFTER_MS = [2 * SECOND_MS, 10 * SECOND_MS, MINUTE_MS];
const TIMEOUT_MS = 10 * SECOND_MS;

const acknowledgement = z.object({ success: z.literal(true) });

async function deliver(url: string, body: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  acknowledgement.parse(await response.json());
}

/**
 * Sends webhooks as the provider does: in the background, with retries; a failure is only logged.
 */
export function createWebhookSender(
  url: () => string,
  log: FastifyBaseLogger,
  steering: Steering,
): { send: SendWebhook; stop: () => void } {
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;

  function schedule(body: string, attempt: number, afterMs: number): void {
    if (isStopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      deliver(url(), body).catch((error: unknown) => {
        log.debug({ err: error, attempt }, 'sandbox webhook not accepted');
        const nextMs = RETRY_AFTER_MS[attempt];
        if (nextMs !== undefined) schedule(body, attempt + 1, nextMs);
      });
    }, afterMs);
    timer.unref();
    timers.add(timer);
  }

  return {
    send(type, receipt) {
      const body = JSON.stringify({ ...receipt, webhook_type: type });
      for (const afterMs of steering.webhookTimes?.() ?? [0]) schedule(body, 0, afterMs);
    },
    stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
