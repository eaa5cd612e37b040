import { sql } from 'kysely';
import { isOverHttps } from '#server/config.ts';
import { withWireTime } from '#server/lib/wire-time.ts';
import type { Feature } from '#server/registry/feature.ts';
import { EXPIRY, rowsRule } from '#server/registry/retention-rule.ts';
import * as calls from '#shared/features/oauth/calls.ts';
import * as schemas from '#shared/features/oauth/schemas.ts';
import { oauthRoutes } from './oauth.routes.ts';

export const oauth: Feature = {
  callTables: [{ name: 'oauth', calls, description: 'Login with Kakao, Naver or Google.' }],
  schemas: [schemas],
  async routes(app, { deps, logins }) {
    const { config, social, accountLimits, clock } = deps;
    await app.register(oauthRoutes, {
      db: deps.database.db,
      clock,
      logins,
      providers: social.providers,
      limits: { start: social.start, register: accountLimits.register },
      publicUrl: social.publicUrl,
      isHttps: isOverHttps(config),
    });
  },
  async erase(trx, { id }) {
    await trx.deleteFrom('social_identities').where('user_id', '=', id).execute();
  },
  retention: [
    ...(['social_login_attempts', 'social_tokens'] as const).map((table) =>
      rowsRule({
        table,
        data: table.replaceAll('_', ' '),
        kept: 'until they expire',
        basis: EXPIRY,
        isOver: (now) => sql`expires_at <= ${now}`,
      }),
    ),
  ],
  ownData: ({ database }, { id }) => ({
    async readFacts() {
      const identities = await database.db
        .selectFrom('social_identities')
        .select(['provider', 'created_at'])
        .where('user_id', '=', id)
        .orderBy('created_at')
        .execute();
      return { social_logins: identities.map(withWireTime) };
    },
  }),
};
