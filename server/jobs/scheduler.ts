import type { FastifyBaseLogger } from 'fastify';
import { type OpenDatabase, openDatabase } from '#server/db/connection.ts';
import { listenForWakes, type RowJob } from '#server/db/jobs/wake-jobs.ts';
import type { Db } from '#server/db/transaction.ts';
import { sendResetLinks } from '#server/features/accounts/recovery/send-reset-links.ts';
import { removeFiles } from '#server/features/attachments/keeping/remove-files.ts';
import { sweepFiles } from '#server/features/attachments/keeping/sweep-files.ts';
import { scanAttachments } from '#server/features/attachments/scanning/scan-attachments.ts';
import type { AttachmentDeps } from '#server/features/attachments/storing/attachment-deps.ts';
import { sealAudit } from '#server/features/audit/chain/seal-audit.ts';
import { remindCallbacks } from '#server/features/callbacks/remind-callbacks.ts';
import type { ConsultationDeps } from '#server/features/consultations/consultation-deps.ts';
import { endHolds } from '#server/features/consultations/holds/end-holds.ts';
import { sendConsultationNotices } from '#server/features/consultations/notices/send-notices.ts';
import { type MailDeps, sendMails } from '#server/features/mails/sending/send-mails.ts';
import type { NoticeDeps } from '#server/features/notices/sending/notice-deps.ts';
import { sendNotices } from '#server/features/notices/sending/send-notices.ts';
import { expirePendingOrders } from '#server/features/payments/expiry/expire-pending-orders.ts';
import type { PaymentDeps } from '#server/features/payments/payment-deps.ts';
import { processDueReceipts } from '#server/features/payments/processing/process-due-receipts.ts';
import { compareWithProvider } from '#server/features/payments/reconciliation/compare-with-provider.ts';
import { lapseOldProposals } from '#server/features/payments/refund-proposals/lapse-old-proposals.ts';
import { handleWebhooks } from '#server/features/payments/webhooks/handle-webhooks.ts';
import { applyRetention } from '#server/features/retention/apply-retention.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { type Job, type JobRunnerState, startJobRunner } from './job-runner.ts';
import type { Schedule } from './job-table.ts';

/** Connections of the jobs: more than the kinds that usually run at the same time. */
const POOL_SIZE = 8;
/** How long a shutdown waits for jobs; shorter than that of the whole process. */
const STOP_PATIENCE_MS = 8 * SECOND_MS;

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

type Settings = {
  /** For tests; five seconds unless given. */
  lookEveryMs?: number;
};

/**
 * Runs the jobs on separate connections, so that requests and jobs never wait for each other. Each
 * job runs in one of the processes.
 */
export async function startJobs(
  deps: JobDeps,
  { lookEveryMs }: Settings = {},
): Promise<{ stop: (patienceMs?: number) => Promise<void> }> {
  let isStopping = false;
  const database = openDatabase({
    connection: deps.database.connection,
    poolSize: POOL_SIZE,
    applicationName: 'shop jobs',
    onConnectionLost(error) {
      if (!isStopping) deps.log.warn({ err: error }, 'database connection of the jobs lost');
    },
  });
  try {
    const runner = await startJobRunner({
      db: database.db,
      log: deps.log,
      state: deps.jobRunner,
      jobs: jobsOf(deps, database.db),
      lookEveryMs,
    });
    for (const db of [deps.payments.db, database.db]) listenForWakes(db, runner.wake);
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

const EVERY_MINUTE: Schedule = { everyMs: MINUTE_MS, offsetMs: 0 };

function hourly(minute: number): Schedule {
  return { everyMs: HOUR_MS, offsetMs: minute * MINUTE_MS };
}

/** A long job of each night, at an hour and minute of UTC: Korea is nine hours ahead. */
function nightly(hour: number, minute: number): Schedule & Pick<Job, 'longestMs'> {
  return { everyMs: DAY_MS, offsetMs: hour * HOUR_MS + minute * MINUTE_MS, longestMs: 4 * HOUR_MS };
}

/** The jobs: when each runs, and its work on the jobs' own connections. */
function jobsOf(deps: JobDeps, db: Db) {
  const payments = { ...deps.payments, db };
  const mail = { ...deps.mail, db };
  const attachments = { ...deps.attachments, db };
  const notices = { ...deps.notices, db };
  const consultations = { ...deps.consultations, db };
  return {
    // A webhook that waits for the provider must not hold up the next. Postponed ones are due
    // after seconds.
    handle_webhooks: {
      ...EVERY_MINUTE,
      everyMs: 15 * SECOND_MS,
      parallel: 2,
      run: (options) => handleWebhooks(payments, options),
    },
    settle_due_receipts: { ...EVERY_MINUTE, run: (options) => processDueReceipts(payments, options) },
    expire_pending_orders: { ...EVERY_MINUTE, run: (options) => expirePendingOrders(payments, options) },
    send_reset_links: { ...EVERY_MINUTE, run: (options) => sendResetLinks(payments, options) },
    send_mails: { ...EVERY_MINUTE, run: (options) => sendMails(mail, options) },
    // Apart from the mails, so that neither waits for the other's provider.
    send_notices: { ...EVERY_MINUTE, run: (options) => sendNotices(notices, options) },
    remind_callbacks: { ...EVERY_MINUTE, run: (options) => remindCallbacks(payments, options) },
    end_holds: { ...EVERY_MINUTE, run: (options) => endHolds(consultations, options) },
    send_consultation_notices: {
      ...EVERY_MINUTE,
      run: (options) => sendConsultationNotices(consultations, options),
    },
    scan_attachments: { ...EVERY_MINUTE, run: (options) => scanAttachments(attachments, options) },
    remove_files: { ...EVERY_MINUTE, run: (options) => removeFiles(attachments, options) },
    seal_audit: { ...EVERY_MINUTE, run: (options) => sealAudit(payments, options) },
    lapse_proposals: { ...hourly(7), run: (options) => lapseOldProposals(payments, options) },
    purge_expired: {
      ...hourly(17),
      run: ({ signal }) => applyRetention(db, payments.clock.now(), { every: 'hour', signal }),
    },
    purge_aged: {
      ...nightly(17, 30),
      run: ({ signal }) => applyRetention(db, payments.clock.now(), { every: 'day', signal }),
    },
    compare_with_provider: { ...nightly(18, 40), run: (options) => compareWithProvider(payments, options) },
    sweep_files: { ...nightly(19, 20), run: (options) => sweepFiles(attachments, options) },
  } satisfies Record<string, Job> & Record<RowJob, Job>;
}
