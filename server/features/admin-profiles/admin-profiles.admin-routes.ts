import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import { idParam } from '#shared/contract/fields.ts';
import * as adminProfileCalls from '#shared/features/admin-profiles/calls.ts';
import { adminProfile, adminProfileBody } from '#shared/features/admin-profiles/schemas.ts';
import { listAdminProfiles } from './admin-profiles.queries.ts';
import { setAdminProfile } from './set-admin-profile.ts';

/** Administrators as customers know them, and as cases are assigned to them. */
export const adminProfilesAdminRoutes: FastifyPluginAsync<{ db: Db }> = async (app, { db }) => {
  route(app, adminProfileCalls.list, { summary: 'List the administrators', answer: adminProfile.array() }, () =>
    listAdminProfiles(db),
  );

  route(
    app,
    adminProfileCalls.setProfile,
    {
      summary: 'Set the public name and title of an administrator',
      params: idParam,
      body: adminProfileBody,
      answer: adminProfile,
      errors: ['USER_NOT_FOUND'],
      example: { name: '홍길동', title: '변호사', takes_cases: true },
    },
    (request) => setAdminProfile({ db }, adminOf(request), request.params.id, request.body),
  );
};
