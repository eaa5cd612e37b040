import { sql } from 'kysely';
import { pendingTaskRows } from '#server/features/orders/pending-task-rows.ts';
import { EVERY_MINUTE, hourly, nightly } from '#server/jobs/schedules.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import type { Feature } from '#server/registry/feature.ts';
import * as adminCalls from '#shared/features/payments/admin-calls.ts';
import * as discrepancyCalls from '#shared/features/payments/admin-discrepancy-calls.ts';
import * as discrepancySchemas from '#shared/features/payments/admin-discrepancy-schemas.ts';
import * as refundAdminCalls from '#shared/features/payments/admin-refund-calls.ts';
import * as refundAdminSchemas from '#shared/features/payments/admin-refund-schemas.ts';
import * as adminSchemas from '#shared/features/payments/admin-schemas.ts';
import * as calls from '#shared/features/payments/calls.ts';
import * as refundCalls from '#shared/features/payments/refund-calls.ts';
import * as refundSchemas from '#shared/features/payments/refund-schemas.ts';
import * as schemas from '#shared/features/payments/schemas.ts';
import { expirePendingOrders } from './expiry/expire-pending-orders.ts';
import { paymentsAdminRoutes } from './payments.admin-routes.ts';
import { paymentSettingsOf, paymentsRoutes } from './payments.routes.ts';
import { processDueReceipts } from './processing/process-due-receipts.ts';
import { compareWithProvider } from './reconciliation/compare-with-provider.ts';
import { discrepanciesAdminRoutes } from './reconciliation/discrepancies.admin-routes.ts';
import { lapseOldProposals } from './refund-proposals/lapse-old-proposals.ts';
import { refundProposalsAdminRoutes } from './refund-proposals/refund-proposals.admin-routes.ts';
import { PAYMENT_DAY } from './refund-requests/day-sources.ts';
import { refundRequestsAdminRoutes } from './refund-requests/refund-requests.admin-routes.ts';
import { refundRequestsRoutes } from './refund-requests/refund-requests.routes.ts';
import { RETENTION } from './retention.ts';
import { handleWebhooks } from './webhooks/handle-webhooks.ts';

export const payments: Feature = {
  callTables: [
    { name: 'payments', calls, description: 'Paying for orders.' },
    { name: 'paymentsAdmin', calls: adminCalls, description: 'Payments, as administrators follow them up.' },
    { name: 'refunds', calls: refundCalls, description: 'Refunds, as customers request them.' },
    { name: 'refundsAdmin', calls: refundAdminCalls, description: 'Refunds, as administrators decide them.' },
    { name: 'discrepancies', calls: discrepancyCalls, description: "Where the provider's records differ from ours." },
  ],
  schemas: [schemas, adminSchemas, refundSchemas, refundAdminSchemas, discrepancySchemas],
  async routes(app, { deps }) {
    const { config, clock, paymentLimits } = deps;
    const { db } = deps.database;
    await app.register(paymentsRoutes, {
      payments: deps.payments,
      settings: paymentSettingsOf(config),
      limits: paymentLimits,
      webhookNetworks: config.webhookNetworks,
      isProduction: config.mode === 'production',
    });
    await app.register(refundRequestsRoutes, { payments: deps.payments });
    await app.register(paymentsAdminRoutes, { payments: deps.payments });
    await app.register(discrepanciesAdminRoutes, { db, clock });
    await app.register(refundRequestsAdminRoutes, { payments: deps.payments });
    await app.register(refundProposalsAdminRoutes, { payments: deps.payments });
  },
  jobs: (parts) => ({
    // A webhook that waits for the provider must not hold up the next. Postponed ones are due
    // after seconds.
    handle_webhooks: {
      ...EVERY_MINUTE,
      everyMs: 15 * SECOND_MS,
      parallel: 2,
      run: (options) => handleWebhooks(parts.payments, options),
    },
    settle_due_receipts: { ...EVERY_MINUTE, run: (options) => processDueReceipts(parts.payments, options) },
    expire_pending_orders: { ...EVERY_MINUTE, run: (options) => expirePendingOrders(parts.payments, options) },
    lapse_proposals: { ...hourly(7), run: (options) => lapseOldProposals(parts.payments, options) },
    compare_with_provider: { ...nightly(18, 40), run: (options) => compareWithProvider(parts.payments, options) },
  }),
  retention: RETENTION,
  day: PAYMENT_DAY,
  sealedColumns: [
    { table: 'refunds', column: 'reason_sealed' },
    { table: 'refund_requests', column: 'reason_sealed' },
    { table: 'refund_requests', column: 'note_sealed' },
    { table: 'refund_proposals', column: 'note_sealed' },
    { table: 'refund_proposals', column: 'decision_note_sealed' },
  ],
  backlog: ({ now, stuckAfterMs }) => ({
    paymentsStuck: sql`(select count(*) from ${pendingTaskRows('unsettled', now, stuckAfterMs)})`,
    refundsOpen: sql`(select count(*) from ${pendingTaskRows('refund', now)})`,
    refundsRefused: sql`(select count(*) from ${pendingTaskRows('refused_refund', now)})`,
    webhooksOldestSeconds: sql`(select coalesce(extract(epoch from ${now}::timestamptz - min(waiting_since)), 0)::float8
      from payment_webhooks where state = 'new')`,
    discrepanciesOpen: sql`(select count(*) from payment_differences where handled_at is null)`,
  }),
};
