import { sql } from 'kysely';
import type { Feature } from '#server/registry/feature.ts';
import { EXPIRY, rowsRule } from '#server/registry/retention-rule.ts';
import * as calls from '#shared/features/images/calls.ts';
import * as schemas from '#shared/features/images/schemas.ts';
import { imagesAdminRoutes } from './images.admin-routes.ts';

export const images: Feature = {
  callTables: [{ name: 'images', calls, description: 'Pictures for the pages of services.' }],
  schemas: [schemas],
  async routes(app, { deps }) {
    await app.register(imagesAdminRoutes, { db: deps.database.db });
  },
  retention: [
    rowsRule({
      table: 'images',
      data: 'pictures that no service and no terms show',
      kept: '30 days',
      basis: EXPIRY,
      every: 'day',
      isOver: (now) => sql`created_at <= ${now} - interval '30 days'
      and not exists (select from services where services::text like '%' || images.id || '%')
      and not exists (select from terms_versions where terms_versions::text like '%' || images.id || '%')`,
    }),
  ],
};
