import { sql } from 'kysely';
import { isOfFiveYearOldOrder } from '#server/features/orders/was-paid.ts';
import { daily, EVERY_MINUTE } from '#server/jobs/schedules.ts';
import type { Feature } from '#server/registry/feature.ts';
import { rowsRule } from '#server/registry/retention-rule.ts';
import * as calls from '#shared/features/callbacks/calls.ts';
import * as schemas from '#shared/features/callbacks/schemas.ts';
import { yearWithoutHolidays } from '#shared/rules/business-days.ts';
import { callbacksAdminRoutes } from './callbacks.admin-routes.ts';
import { callbacksRoutes } from './callbacks.routes.ts';
import { CALLBACK_DAY } from './day-sources.ts';
import { remindCallbacks } from './remind-callbacks.ts';
import { warnOfMissingHolidays } from './warn-of-missing-holidays.ts';

export const callbacks: Feature = {
  callTables: [{ name: 'callbacks', calls, description: 'Calls that customers book, and the places for them.' }],
  schemas: [schemas],
  async routes(app, { deps: { config, database, dataKeys, clock, notices, catalogue } }) {
    const booking = { db: database.db, dataKeys, clock, deskHours: config.deskHours };
    await app.register(callbacksRoutes, { callbacks: booking, siteUrl: notices.siteUrl });
    const orders = { db: database.db, dataKeys, clock, fourEyesWon: config.fourEyesWon };
    await app.register(callbacksAdminRoutes, { callbacks: booking, orders, catalogue });
  },
  jobs: ({ payments }) => ({
    remind_callbacks: { ...EVERY_MINUTE, run: (options) => remindCallbacks(payments, options) },
    check_holidays: { ...daily(0, 10), run: () => warnOfMissingHolidays(payments) },
  }),
  async erase(trx, { id }) {
    // Calls that were not made: their places are free, and there is no number left to call.
    await sql`delete from callbacks using orders
      where orders.id = callbacks.order_id and coalesce(callbacks.booked_by, orders.user_id) = ${id}
        and callbacks.contacted_at is null`.execute(trx);
  },
  retention: [
    rowsRule({
      table: 'callbacks',
      data: 'calls that were booked for orders',
      kept: 'five years after the last payment',
      basis: 'contract §7: as long as the order',
      every: 'day',
      isOver: isOfFiveYearOldOrder,
    }),
  ],
  day: CALLBACK_DAY,
  backlog: ({ now }) => ({ holidaysMissing: sql`${yearWithoutHolidays(now) === undefined ? 0 : 1}::integer` }),
};
