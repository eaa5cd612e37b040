import { sql } from 'kysely';
import { EVERY_MINUTE } from '#server/jobs/schedules.ts';
import type { Feature } from '#server/registry/feature.ts';
import { EXPIRY, rowsRule } from '#server/registry/retention-rule.ts';
import * as calls from '#shared/features/push/calls.ts';
import * as schemas from '#shared/features/push/schemas.ts';
import { pushAdminRoutes } from './push.admin-routes.ts';
import { sendPushes } from './send-pushes.ts';

export const push: Feature = {
  callTables: [{ name: 'push', calls, description: 'Web push to the browsers of administrators.' }],
  schemas: [schemas],
  async routes(app, { deps }) {
    await app.register(pushAdminRoutes, { push: deps.push });
  },
  jobs: (parts) => ({ send_pushes: { ...EVERY_MINUTE, run: (options) => sendPushes(parts.push, options) } }),
  async erase(trx, { id }) {
    await trx.deleteFrom('push_subscriptions').where('user_id', '=', id).execute();
  },
  retention: [
    rowsRule({
      table: 'push_messages',
      data: 'pushes to administrators',
      kept: '1 hour',
      basis: EXPIRY,
      isOver: (now) => sql`created_at <= ${now} - interval '1 hour'`,
    }),
  ],
  sealedColumns: [{ table: 'push_keys', column: 'private_key_sealed' }],
};
