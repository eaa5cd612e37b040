import { sql } from 'kysely';
import { isFiveYearsOld, isOfFiveYearOldOrder } from '#server/features/orders/was-paid.ts';
import { daily } from '#server/jobs/schedules.ts';
import type { Feature } from '#server/registry/feature.ts';
import { COMMERCE, rowsRule } from '#server/registry/retention-rule.ts';
import * as calls from '#shared/features/casework/calls.ts';
import * as gateSchemas from '#shared/features/casework/gate-schemas.ts';
import * as paperCalls from '#shared/features/casework/paper-calls.ts';
import * as paperSchemas from '#shared/features/casework/paper-schemas.ts';
import * as schemas from '#shared/features/casework/schemas.ts';
import { koreanDay } from '#shared/rules/business-days.ts';
import { NEAR_DAYS } from '#shared/rules/work/legal-deadlines.ts';
import { CASEWORK_DAY } from './day-sources.ts';
import { deadlinesAdminRoutes } from './deadlines.admin-routes.ts';
import { deadlinesRoutes } from './deadlines.routes.ts';
import { papersRoutes } from './papers.routes.ts';
import { remindDeadlines } from './remind-deadlines.ts';

export const casework: Feature = {
  callTables: [
    { name: 'casework', calls, description: "A case's deadlines." },
    { name: 'papers', calls: paperCalls, description: 'Papers that the firm asks for.' },
  ],
  schemas: [schemas, paperSchemas, gateSchemas],
  async routes(app, { deps: { database, dataKeys, clock, notices, consultations } }) {
    await app.register(deadlinesRoutes, { db: database.db, clock, siteUrl: notices.siteUrl });
    await app.register(deadlinesAdminRoutes, { db: database.db, clock, events: consultations.events });
    await app.register(papersRoutes, { db: database.db, dataKeys, clock, events: consultations.events });
  },
  jobs: ({ payments }) => ({
    // At 9:00 in Korea.
    remind_deadlines: { ...daily(0, 0), run: (options) => remindDeadlines(payments, options) },
  }),
  day: CASEWORK_DAY,
  retention: [
    rowsRule({
      table: 'order_deadlines',
      data: 'deadlines of cases',
      kept: 'five years after the last payment',
      basis: COMMERCE,
      every: 'day',
      isOver: isOfFiveYearOldOrder,
    }),
    rowsRule({
      table: 'gate_overrides',
      data: 'why something was filed before the letter, and who decided it',
      kept: 'five years after the last payment',
      basis: COMMERCE,
      every: 'day',
      isOver: isOfFiveYearOldOrder,
    }),
    rowsRule({
      table: 'order_papers',
      data: 'papers of cases with their files',
      kept: 'three years after the work ended, at most five after the last payment',
      basis: "the client's consent to sensitive data",
      every: 'day',
      isOver: (now) => sql`order_id in (select orders.id from orders
        where orders.work_closed_at <= ${now} - interval '3 years' or ${isFiveYearsOld(now)})`,
    }),
  ],
  sealedColumns: [
    { table: 'gate_overrides', column: 'reason_sealed' },
    { table: 'order_papers', column: 'why_sealed' },
    { table: 'order_papers', column: 'reason_sealed' },
  ],
  backlog: ({ now }) => ({
    deadlinesNear: sql`(select count(*) from order_deadlines join orders on orders.id = order_deadlines.order_id
      where orders.status = 'confirmed' and orders.work_closed_at is null
        and order_deadlines.last_day between ${koreanDay(now)}::date and ${koreanDay(now)}::date + ${NEAR_DAYS}::integer)`,
  }),
};
