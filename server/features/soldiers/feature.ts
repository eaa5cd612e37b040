import { sql } from 'kysely';
import type { Feature } from '#server/registry/feature.ts';
import { rowsRule } from '#server/registry/retention-rule.ts';
import * as calls from '#shared/features/soldiers/calls.ts';
import * as schemas from '#shared/features/soldiers/schemas.ts';
import { ownSoldiers } from './own-data.ts';
import { soldiersRoutes } from './soldiers.routes.ts';

export const soldiers: Feature = {
  callTables: [{ name: 'soldiers', calls, description: 'The people that an account orders services for.' }],
  schemas: [schemas],
  async routes(app, { deps }) {
    await app.register(soldiersRoutes, { db: deps.database.db, limits: deps.accountLimits });
  },
  async erase(trx, { id }) {
    await trx.deleteFrom('soldiers').where('user_id', '=', id).execute();
  },
  retention: [
    rowsRule({
      table: 'soldiers',
      data: 'soldiers written while their account was being closed',
      kept: 'not at all',
      basis: 'decision 012',
      isOver: () => sql`user_id in (select id from users where closed_at is not null)`,
    }),
  ],
  ownData: ownSoldiers,
};
