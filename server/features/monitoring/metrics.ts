import type { FastifyBaseLogger } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { Pool } from 'pg';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { OpenDatabase } from '#server/db/connection.ts';
import type { AnsweredRequest } from '#server/http/request-log.ts';
import type { Clock } from '#server/lib/clock.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import * as phoneCalls from '#shared/features/accounts/phone-calls.ts';
import type { Backlog } from './backlog.ts';
import { readBacklog } from './monitoring.queries.ts';

const REQUEST_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

type MetricsDeps = {
  database: OpenDatabase;
  clock: Clock;
  log: FastifyBaseLogger;
  /** The counts of the backlog, as expressions of SQL. */
  countsOfBacklog: (now: Date) => Readonly<Record<string, RawBuilder<unknown>>>;
  isJobRunnerDown: () => boolean;
  /** Requests to the file store that failed; undefined: there is none. */
  fileStoreFailures: (() => number) | undefined;
};

export type Metrics = {
  /** Counts an answered request. */
  observe: (answered: AnsweredRequest) => void;
  /** Counts a violation of a page's Content-Security-Policy. */
  countViolation: (directive: string) => void;
  contentType: string;
  /**
   * Renders all metrics in Prometheus' text format. Runs one statement; omits its metrics when the
   * database does not answer.
   */
  text: () => Promise<string>;
};

/** Gauges: name, description, and field of the backlog. */
const BACKLOG_GAUGES: readonly [name: string, help: string, value: (backlog: Backlog) => number][] = [
  ['shop_payments_stuck', 'Payments without an outcome for more than five minutes', (backlog) => backlog.paymentsStuck],
  [
    'shop_orders_cancelled_but_paid',
    'Cancelled orders whose money is still here',
    (backlog) => backlog.cancelledButPaid,
  ],
  ['shop_refunds_open', 'Refunds that the provider has not carried out yet', (backlog) => backlog.refundsOpen],
  [
    'shop_refunds_refused',
    'Refunds that the provider refused and that were not repeated',
    (backlog) => backlog.refundsRefused,
  ],
  ['shop_mails_stuck', 'Mails unsent for more than five minutes', (backlog) => backlog.mailsStuck],
  ['shop_mails_failed', 'Mails that were given up', (backlog) => backlog.mailsFailed],
  ['shop_notices_stuck', 'Messages to phones due for more than five minutes', (backlog) => backlog.noticesStuck],
  ['shop_notices_failed', 'Messages to phones that no channel delivered', (backlog) => backlog.noticesFailed],
  ['shop_sms_limited', 'Whether an hourly limit of SMS or 알림톡 is reached (1)', (backlog) => backlog.smsLimited],
  ['shop_jobs_stuck', 'Jobs due for more than five minutes', (backlog) => backlog.jobsStuck],
  [
    'shop_jobs_failed',
    'Jobs that were given up and whose task has not succeeded since',
    (backlog) => backlog.jobsFailed,
  ],
  [
    'shop_webhooks_oldest_seconds',
    'How long the oldest webhook in the inbox has waited for its outcome',
    (backlog) => backlog.webhooksOldestSeconds,
  ],
  [
    'shop_discrepancies_open',
    'Unhandled discrepancies with the payment provider',
    (backlog) => backlog.discrepanciesOpen,
  ],
  ['shop_files_damaged', 'Files that cannot be read as they were stored', (backlog) => backlog.filesDamaged],
  [
    'shop_file_removals_stuck',
    'Files whose objects should have been deleted five minutes ago',
    (backlog) => backlog.fileRemovalsStuck,
  ],
  [
    'shop_holidays_missing',
    'Whether the holidays of the coming year are unknown (1)',
    (backlog) => backlog.holidaysMissing,
  ],
  [
    'shop_deadlines_near',
    'Deadlines of open cases whose last day is within seven days',
    (backlog) => backlog.deadlinesNear,
  ],
  [
    'shop_letters_unsealed',
    'Letters that all have signed, and that could not be sealed',
    (backlog) => backlog.lettersUnsealed,
  ],
];

/** Creates the gauges for each response, so that none keeps an old value. */
function backlogText(backlog: Backlog | undefined): Promise<string> {
  const registry = new Registry();
  const registers = [registry];
  const help = 'Whether what is read from the database could be read (1) or is missing here (0)';
  new Gauge({ name: 'shop_backlog_read', help, registers }).set(backlog ? 1 : 0);
  if (backlog) {
    const orders = new Gauge({ name: 'shop_orders', help: 'Orders by status', labelNames: ['status'], registers });
    for (const [status, count] of Object.entries(backlog.ordersByStatus)) orders.set({ status }, count);
    for (const [name, meaning, value] of BACKLOG_GAUGES) {
      new Gauge({ name, help: meaning, registers }).set(value(backlog));
    }
  }
  return registry.metrics();
}

function registerProcess(registry: Registry, pool: Pool, isJobRunnerDown: () => boolean): void {
  new Gauge({
    name: 'shop_job_runner_up',
    help: 'Whether this instance runs jobs (1), or its job runner has ended and is being restarted (0)',
    registers: [registry],
    collect() {
      this.set(isJobRunnerDown() ? 0 : 1);
    },
  });
  new Gauge({
    name: 'shop_database_connections',
    help: 'Connections of this instance by state; waiting are the calls that have none',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory of this instance',
    registers: [registry],
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
}

const LOGIN_ROUTE = '/api/auth/login';

function isLoginFailure({ route, status }: AnsweredRequest): boolean {
  return route === LOGIN_ROUTE && (status === 401 || status === 429);
}

function codeOutcome({ route, status }: AnsweredRequest): 'sent' | 'used' | undefined {
  if (route === phoneCalls.sendCode.path && status === 202) return 'sent';
  return route === phoneCalls.verifyCode.path && status === 200 ? 'used' : undefined;
}

/** Creates the metrics. Labels are bounded: route patterns, methods and statuses. */
export function createMetrics(deps: MetricsDeps): Metrics {
  const { database, clock, log, countsOfBacklog, isJobRunnerDown, fileStoreFailures } = deps;
  const registry = new Registry();
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers: [registry],
  });
  registerProcess(registry, database.pool, isJobRunnerDown);

  if (fileStoreFailures) {
    new Counter({
      name: 'shop_file_store_failures_total',
      help: 'Requests to the S3 store that failed in this process, repeated ones too',
      registers: [registry],
      collect() {
        this.reset();
        this.inc(fileStoreFailures());
      },
    });
  }

  async function backlogOrNothing(): Promise<Backlog | undefined> {
    try {
      return await readBacklog(database, countsOfBacklog(clock.now()));
    } catch (error) {
      log.warn({ err: error }, 'backlog not read');
      return undefined;
    }
  }

  const loginFailures = new Counter({
    name: 'shop_login_failures_total',
    help: 'Logins refused for a wrong id or password, or by their limit',
    registers: [registry],
  });

  const phoneCodes = new Counter({
    name: 'shop_phone_codes_total',
    help: 'Codes that were sent to phones, and those that proved one',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // The alert compares both, also before the first code is used.
  for (const outcome of ['sent', 'used']) phoneCodes.inc({ outcome }, 0);

  const violations = new Counter({
    name: 'shop_csp_violations_total',
    help: "Violations of pages' Content-Security-Policy that browsers reported, by directive",
    labelNames: ['directive'],
    registers: [registry],
  });

  return {
    countViolation: (directive) => violations.inc({ directive }),
    observe(answered) {
      if (isLoginFailure(answered)) loginFailures.inc();
      const outcome = codeOutcome(answered);
      if (outcome) phoneCodes.inc({ outcome });
      const { method, route, status, ms } = answered;
      requests.observe({ method, route, status: String(status) }, ms / SECOND_MS);
    },
    contentType: registry.contentType,
    async text() {
      const backlog = await backlogText(await backlogOrNothing());
      // Read last, so that the pool's numbers include the wait for the database.
      return `${await registry.metrics()}${backlog}`;
    },
  };
}
