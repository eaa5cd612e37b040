import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Gauge, Histogram, Registry } from 'prom-client';
import type { Db } from '#server/db/transaction.ts';
import { routeOf } from '#server/http/request-log.ts';
import type { Clock } from '#server/lib/clock.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import { type Backlog, readBacklog } from './monitoring.queries.ts';

const REQUEST_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

type MetricsDeps = { db: Db; pool: Pool; clock: Clock };

export type Metrics = {
  /** Counts a request that was answered. */
  observe: (request: FastifyRequest, reply: FastifyReply) => void;
  contentType: string;
  /** Everything, in the text format of Prometheus. Asks the database once. */
  text: () => Promise<string>;
};

/** Gauges of one number each: name, what it means, and where it is found in the backlog. */
const BACKLOG_GAUGES: readonly [name: string, help: string, value: (backlog: Backlog) => number][] = [
  ['shop_payments_stuck', 'Payments unsettled for more than five minutes', (backlog) => backlog.paymentsStuck],
  [
    'shop_orders_cancelled_but_paid',
    'Cancelled orders whose money is still here',
    (backlog) => backlog.cancelledButPaid,
  ],
  ['shop_refunds_open', 'Refunds that the provider has not carried out yet', (backlog) => backlog.refundsOpen],
  [
    'shop_refunds_refused',
    'Refunds that the provider refused and nobody repeated',
    (backlog) => backlog.refundsRefused,
  ],
  ['shop_mails_stuck', 'Mails unsent for more than five minutes', (backlog) => backlog.mailsStuck],
  ['shop_mails_failed', 'Mails that were given up', (backlog) => backlog.mailsFailed],
  ['shop_jobs_stuck', 'Jobs due for more than five minutes', (backlog) => backlog.jobsStuck],
  ['shop_jobs_failed', 'Jobs that were given up', (backlog) => backlog.jobsFailed],
];

/** Gauges whose numbers are all read at once, when somebody asks. */
function registerBacklog(registry: Registry): (backlog: Backlog) => void {
  const orders = new Gauge({
    name: 'shop_orders',
    help: 'Orders by status',
    labelNames: ['status'],
    registers: [registry],
  });
  const gauges = BACKLOG_GAUGES.map(([name, help, value]) => ({
    gauge: new Gauge({ name, help, registers: [registry] }),
    value,
  }));
  return (backlog) => {
    for (const [status, count] of Object.entries(backlog.ordersByStatus)) orders.set({ status }, count);
    for (const { gauge, value } of gauges) gauge.set(value(backlog));
  };
}

function registerProcess(registry: Registry, pool: Pool): void {
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

/** What the shop tells Prometheus. Labels are bounded: route patterns, methods and statuses of our own. */
export function createMetrics({ db, pool, clock }: MetricsDeps): Metrics {
  const registry = new Registry();
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers: [registry],
  });
  const setBacklog = registerBacklog(registry);
  registerProcess(registry, pool);
  return {
    observe(request, reply) {
      const labels = { method: request.method, route: routeOf(request), status: String(reply.statusCode) };
      requests.observe(labels, reply.elapsedTime / SECOND_MS);
    },
    contentType: registry.contentType,
    async text() {
      setBacklog(await readBacklog(db, clock.now()));
      return registry.metrics();
    },
  };
}
