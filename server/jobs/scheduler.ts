import type { FastifyBaseLogger } from 'fastify';
import { parseCronItems, type Task, type TaskList } from 'graphile-worker';
import { type OpenDatabase, openDatabase } from '#server/db/connection.ts';
import type { JobName } from '#server/db/jobs/enqueue.ts';
import { sendResetLinks } from '#server/features/accounts/recovery/send-reset-links.ts';
import { removeFiles } from '#server/features/attachments/keeping/remove-files.ts';
import { sweepFiles } from '#server/features/attachments/keeping/sweep-files.ts';
import { scanAttachments } from '#server/features/attachments/scanning/scan-attachments.ts';
import type { AttachmentDeps } from '#server/features/attachments/storing/attachment-deps.ts';
import { sealAudit } from '#server/features/audit/chain/seal-audit.ts';
import { remindCallbacks } from '#server/features/callbacks/remind-callbacks.ts';
import { endHolds } from '#server/features/consultations/holds/end-holds.ts';
import { sendConsultationNotices } from '#server/features/consultations/notices/send-notices.ts';
import type { ConsultationDeps } from '#server/features/consultations/thread/consultation-deps.ts';
import { foldOrderChanges } from '#server/features/dashboard/fold-order-changes.ts';
import { type MailDeps, sendMails } from '#server/features/mails/sending/send-mails.ts';
import type { NoticeDeps } from '#server/features/notices/sending/notice-deps.ts';
import { sendNotices } from '#server/features/notices/sending/send-notices.ts';
import type { PaymentDeps } from '#server/features/payments/attempts/payment-deps.ts';
import { expirePendingOrders } from '#server/features/payments/expiry/expire-pending-orders.ts';
import { processDueReceipts } from '#server/features/payments/processing/process-due-receipts.ts';
import { compareWithProvider } from '#server/features/payments/reconciliation/compare-with-provider.ts';
import { lapseOldProposals } from '#server/features/payments/refund-proposals/lapse-old-proposals.ts';
import { handleWebhooks } from '#server/features/payments/webhooks/handle-webhooks.ts';
import { applyRetention } from '#server/features/retention/apply-retention.ts';
import { coalesce, coalesceUpTo } from '#server/lib/process/coalesce.ts';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import { withRootSpan } from '#server/lib/tracing/tracing.ts';
import { deletingFailedRuns } from './failed-jobs.ts';
import { type JobRunnerState, startJobRunner } from './job-runner.ts';

/** Enough workers to process webhooks while all coalesced jobs hang. */
const CONCURRENCY = 6;
/** One connection per worker, one that listens for jobs, one for the schedule and the locks. */
const POOL_SIZE = CONCURRENCY + 2;
/** How long a shutdown waits for jobs; shorter than that of the whole process. */
const STOP_PATIENCE_MS = 8 * SECOND_MS;

type Job = (options: Stoppable, payload: unknown) => Promise<void>;

/** Dependencies of the jobs. */
type JobDeps = {
  payments: PaymentDeps;
  mail: MailDeps;
  attachments: AttachmentDeps;
  notices: NoticeDeps;
  consultations: ConsultationDeps;
  log: FastifyBaseLogger;
  database: Pick<OpenDatabase, 'connection'>;
  jobRunner: JobRunnerState;
};

/**
 * Runs the jobs on separate connections, so that requests and jobs never wait for each other.
 * Schedule and locks are in the database, so each job runs in one of the instances.
 */
export async function startJobs(deps: JobDeps): Promise<{ stop: (patienceMs?: number) => Promise<void> }> {
  let isStopping = false;
  const database = openDatabase({
    connection: deps.database.connection,
    poolSize: POOL_SIZE,
    applicationName: 'shop jobs',
    onConnectionLost(error) {
      if (!isStopping) deps.log.warn({ err: error }, 'database connection of the jobs lost');
    },
  });
  const payments = { ...deps.payments, db: database.db };
  const mail = { ...deps.mail, db: database.db };
  const attachments = { ...deps.attachments, db: database.db };
  const notices = { ...deps.notices, db: database.db };
  const consultations = { ...deps.consultations, db: database.db };
  try {
    const runner = await startJobRunner({
      pool: database.pool,
      log: deps.log,
      state: deps.jobRunner,
      jobs: {
        concurrency: CONCURRENCY,
        taskList: taskList(payments, { mail, attachments, notices, consultations }),
        parsedCronItems: parseCronItems(SCHEDULE.map((item) => ({ ...item, options: { maxAttempts: 1 } }))),
      },
    });
    return {
      async stop(patienceMs = STOP_PATIENCE_MS) {
        isStopping = true;
        const isInTime = await runner.stop(patienceMs);
        const closed = database.close();
        // Interrupted jobs may hold connections; do not wait for them.
        if (isInTime) await closed;
        else closed.catch(() => {});
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

const EVERY_MINUTE = '* * * * *';
/** In UTC. */
const SCHEDULE: readonly { task: JobName; match: string }[] = [
  { task: 'handle_webhooks', match: EVERY_MINUTE },
  { task: 'settle_due_receipts', match: EVERY_MINUTE },
  { task: 'expire_pending_orders', match: EVERY_MINUTE },
  { task: 'fold_order_changes', match: EVERY_MINUTE },
  { task: 'send_mails', match: EVERY_MINUTE },
  { task: 'scan_attachments', match: EVERY_MINUTE },
  { task: 'remove_files', match: EVERY_MINUTE },
  // At 4:20 in Korea.
  { task: 'sweep_files', match: '20 19 * * *' },
  { task: 'remind_callbacks', match: EVERY_MINUTE },
  { task: 'send_notices', match: EVERY_MINUTE },
  { task: 'end_holds', match: EVERY_MINUTE },
  { task: 'seal_audit', match: EVERY_MINUTE },
  { task: 'send_consultation_notices', match: EVERY_MINUTE },
  // At 3:40 in Korea.
  { task: 'compare_with_provider', match: '40 18 * * *' },
  { task: 'lapse_proposals', match: '7 * * * *' },
  { task: 'purge_expired', match: '17 * * * *' },
  // At 2:30 in Korea.
  { task: 'purge_aged', match: '30 17 * * *' },
];

function taskList(
  deps: PaymentDeps,
  { mail, attachments, notices, consultations }: Pick<JobDeps, 'mail' | 'attachments' | 'notices' | 'consultations'>,
): TaskList {
  // Webhooks are a public call, so a flood of them must leave workers for the other jobs.
  const webhooks = coalesceUpTo(2, (options: Stoppable) => handleWebhooks(deps, options));
  const tasks = traced({
    // One job is woken for many: one that waits for the provider must not hold the next.
    handle_webhooks: async (options) => {
      await Promise.all([webhooks(options), webhooks(options)]);
    },
    // A slow provider blocks one worker per job, not one more each minute.
    settle_due_receipts: coalesce((options) => processDueReceipts(deps, options)),
    expire_pending_orders: coalesce((options) => expirePendingOrders(deps, options)),
    fold_order_changes: () => foldOrderChanges(deps.db),
    send_reset_links: (_options, payload) => sendResetLinks(deps, payload),
    // A hanging mail server blocks at most one worker.
    send_mails: coalesce((options) => sendMails(mail, options)),
    // Apart from the mails, so that neither waits for the other's provider.
    send_notices: coalesce((options) => sendNotices(notices, options)),
    remind_callbacks: coalesce((options) => remindCallbacks(deps, options)),
    compare_with_provider: coalesce((options) => compareWithProvider(deps, options)),
    end_holds: coalesce((options) => endHolds(consultations, options)),
    send_consultation_notices: coalesce((options) => sendConsultationNotices(consultations, options)),
    scan_attachments: coalesce((options) => scanAttachments(attachments, options)),
    remove_files: coalesce((options) => removeFiles(attachments, options)),
    sweep_files: coalesce((options) => sweepFiles(attachments, options)),
    lapse_proposals: coalesce((options) => lapseOldProposals(deps, options)),
    seal_audit: coalesce((options) => sealAudit(deps, options)),
    purge_expired: async ({ signal }) => {
      await applyRetention(deps.db, deps.clock.now(), { every: 'hour', signal });
    },
    purge_aged: async ({ signal }) => {
      await applyRetention(deps.db, deps.clock.now(), { every: 'day', signal });
    },
  });
  return deletingFailedRuns(deps.db, tasks, new Set(SCHEDULE.map(({ task }) => task)));
}

/** Wraps each run in its own trace. */
function traced(jobs: Record<JobName, Job>): TaskList {
  const inSpan = ([name, run]: [string, Job]): [string, Task] => [
    name,
    (payload, { abortSignal }) => withRootSpan(`job ${name}`, {}, () => run({ signal: abortSignal }, payload)),
  ];
  return Object.fromEntries(Object.entries(jobs).map(inSpan));
}
