import type { FastifyBaseLogger } from 'fastify';
import { Logger, parseCronItems, run, type Task, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import { purgeExpired } from '#server/db/purge-expired.ts';
import { sendResetLinks } from '#server/features/accounts/send-reset-links.ts';
import { foldOrderChanges } from '#server/features/dashboard/fold-order-changes.ts';
import { expirePendingOrders } from '#server/features/orders/expire-pending-orders.ts';
import { compareWithProvider } from '#server/features/payments/compare-with-provider.ts';
import { deleteUnmatchedWebhooks } from '#server/features/payments/delete-unmatched-webhooks.ts';
import { handleWebhooks } from '#server/features/payments/handle-webhooks.ts';
import type { SettleDeps } from '#server/features/payments/settle-deps.ts';
import { settleDueReceipts } from '#server/features/payments/settle-due-receipts.ts';
import { atMost, oneAtATime } from '#server/lib/one-at-a-time.ts';
import type { Stoppable } from '#server/lib/stoppable.ts';
import { withRootSpan } from '#server/lib/tracing.ts';
import { type MailDeps, sendMails } from '#server/mail/send-mails.ts';

/** Enough for those that run one at a time to be stuck, and webhooks to be worked on still. */
const CONCURRENCY = 6;

type Job = (options: Stoppable, payload: unknown) => Promise<void>;

/** What the jobs work with. */
type JobDeps = { settle: SettleDeps; mail: MailDeps };

/**
 * Runs the jobs. Their schedule and locks are in the database, so that of several instances one runs each job.
 * Returns what stops them; jobs that are running are finished first.
 */
export async function startJobs({ settle: deps, mail }: JobDeps, pool: Pool): Promise<{ stop: () => Promise<void> }> {
  const runner = await run({
    pgPool: pool,
    concurrency: CONCURRENCY,
    // The process decides when it stops, so that requests end before the database goes away.
    noHandleSignals: true,
    // Jobs see a stop at once: they have a few seconds to finish the item in hand.
    gracefulShutdownAbortTimeout: 0,
    logger: workerLogger(deps.log),
    taskList: traced({
      // Anybody can send webhooks: a flood of them must leave workers for the other jobs.
      handle_webhooks: atMost(2, (options) => handleWebhooks(deps, options)),
      // A provider that is slow holds up one worker with each of them, not one more each minute.
      settle_due_receipts: oneAtATime((options) => settleDueReceipts(deps, options)),
      expire_pending_orders: oneAtATime((options) => expirePendingOrders(deps, options)),
      fold_order_changes: () => foldOrderChanges(deps.db),
      send_reset_links: (_options, payload) => sendResetLinks(deps, payload),
      // A mail server that hangs holds up one worker at most: the others go on with payments.
      send_mails: oneAtATime((options) => sendMails(mail, options)),
      compare_with_provider: oneAtATime((options) => compareWithProvider(deps, options)),
      purge_expired: async ({ signal }) => {
        await purgeExpired(deps.db, deps.clock.now());
        if (!signal?.aborted) await deleteUnmatchedWebhooks(deps.db, deps.clock.now());
      },
    }),
    parsedCronItems: parseCronItems([
      { task: 'handle_webhooks', match: '* * * * *', options: { maxAttempts: 1 } },
      { task: 'settle_due_receipts', match: '* * * * *', options: { maxAttempts: 1 } },
      { task: 'expire_pending_orders', match: '* * * * *', options: { maxAttempts: 1 } },
      { task: 'fold_order_changes', match: '* * * * *', options: { maxAttempts: 1 } },
      { task: 'send_mails', match: '* * * * *', options: { maxAttempts: 1 } },
      // At 3:40 in Korea.
      { task: 'compare_with_provider', match: '40 18 * * *', options: { maxAttempts: 1 } },
      { task: 'purge_expired', match: '17 * * * *', options: { maxAttempts: 1 } },
    ]),
  });
  return { stop: () => runner.stop() };
}

/** Each run is a trace of its own. */
function traced(jobs: Record<string, Job>): TaskList {
  const inSpan = ([name, run]: [string, Job]): [string, Task] => [
    name,
    (payload, { abortSignal }) => withRootSpan(`job ${name}`, {}, () => run({ signal: abortSignal }, payload)),
  ];
  return Object.fromEntries(Object.entries(jobs).map(inSpan));
}

/** The message alone: what comes with it holds the job's payload, as the address that a mail is for. */
function workerLogger(log: FastifyBaseLogger): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error(message);
    else if (level === 'warning') log.warn(message);
    else log.debug(message);
  });
}
