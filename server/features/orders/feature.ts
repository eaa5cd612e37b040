import { sql } from 'kysely';
import { EVERY_MINUTE } from '#server/jobs/schedules.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import type { Feature } from '#server/registry/feature.ts';
import * as adminCalls from '#shared/features/orders/admin-calls.ts';
import * as adminSchemas from '#shared/features/orders/admin-schemas.ts';
import * as calls from '#shared/features/orders/calls.ts';
import * as conflictCalls from '#shared/features/orders/conflict-calls.ts';
import * as conflictSchemas from '#shared/features/orders/conflict-schemas.ts';
import * as moneyCalls from '#shared/features/orders/money-calls.ts';
import * as moneySchemas from '#shared/features/orders/money-schemas.ts';
import * as refundSchemas from '#shared/features/orders/refund-schemas.ts';
import * as schemas from '#shared/features/orders/schemas.ts';
import * as workCalls from '#shared/features/orders/work-calls.ts';
import * as workSchemas from '#shared/features/orders/work-schemas.ts';
import { nameKey } from '#shared/rules/work/name-key.ts';
import { conflictsAdminRoutes } from './conflicts.admin-routes.ts';
import { dropAssignments } from './drop-assignments.ts';
import { orderMoneyAdminRoutes } from './money.admin-routes.ts';
import { ordersAdminRoutes } from './orders.admin-routes.ts';
import { ordersRoutes } from './orders.routes.ts';
import { ownOrders } from './own-data/own-orders.ts';
import { forgetUnpaidSoldiers } from './placing/forget-unpaid-soldiers.ts';
import { RETENTION } from './retention.ts';
import { stepsAdminRoutes } from './steps.admin-routes.ts';
import { announceActs } from './work/announce-acts.ts';
import { ORDER_DAY } from './work/day-sources.ts';
import { workAdminRoutes } from './work.admin-routes.ts';

export const orders: Feature = {
  callTables: [
    { name: 'orders', calls, description: 'What an account has ordered.' },
    { name: 'ordersAdmin', calls: adminCalls, description: 'All orders, as administrators work on them.' },
    { name: 'orderWork', calls: workCalls, description: "The firm's work on orders: who, until when, which steps." },
    { name: 'orderMoney', calls: moneyCalls, description: 'What accountants record about payments of orders.' },
    { name: 'conflicts', calls: conflictCalls, description: 'The other side of each case.' },
  ],
  schemas: [schemas, refundSchemas, adminSchemas, workSchemas, moneySchemas, conflictSchemas],
  async routes(app, { deps: { config, database, dataKeys, clock, adminLimits, consultations } }) {
    const { fourEyesWon, deskHours, limits } = config;
    const parts = { db: database.db, dataKeys, clock };
    await app.register(ordersRoutes, { ...parts, limits });
    await app.register(ordersAdminRoutes, { ...parts, fourEyesWon, deskHours, limits: adminLimits });
    await app.register(workAdminRoutes, { ...parts, fourEyesWon, events: consultations.events });
    await app.register(conflictsAdminRoutes, { ...parts, fourEyesWon, limits: adminLimits });
    await app.register(orderMoneyAdminRoutes, { ...parts, fourEyesWon });
    await app.register(stepsAdminRoutes, parts);
  },
  jobs: ({ consultations }) => ({
    // An act can be taken back for a minute: its notice goes soon after that.
    announce_acts: {
      ...EVERY_MINUTE,
      everyMs: 5 * SECOND_MS,
      run: (options) => announceActs(consultations, options),
    },
  }),
  async erase(trx, { id }) {
    await forgetUnpaidSoldiers(trx, id);
    await dropAssignments(trx, id);
  },
  retention: RETENTION,
  ownData: ownOrders,
  sealedColumns: [
    { table: 'orders', column: 'case_description_sealed' },
    { table: 'order_events', column: 'note_sealed' },
    { table: 'order_notes', column: 'text_sealed' },
    { table: 'order_steps', column: 'note_sealed' },
    { table: 'order_proofs', column: 'number_sealed' },
    { table: 'order_proofs', column: 'note_sealed' },
    { table: 'order_opponents', column: 'name_sealed', hash: { column: 'name_hash', of: nameKey } },
    { table: 'order_calls', column: 'note_sealed' },
    { table: 'pending_acts', column: 'text_sealed' },
  ],
  day: ORDER_DAY,
  backlog: () => ({
    ordersByStatus: sql`(select coalesce(json_object_agg(status, orders), '{}') from (
      select status, count(*) as orders from orders group by status) as counted)`,
    cancelledButPaid: sql`(select count(*) from orders where status = 'cancelled' and paid_price > 0)`,
  }),
};
