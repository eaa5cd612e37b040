import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { adminOf, viewerOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import type { Clock } from '#server/lib/clock.ts';
import { idParam } from '#shared/contract/fields.ts';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import * as adminProfileCalls from '#shared/features/admin-profiles/calls.ts';
import { setAdminProfileBody, staffMember } from '#shared/features/admin-profiles/schemas.ts';
import { listAdminProfiles, listStaff } from './admin-profiles.queries.ts';
import { setAdminProfile } from './set-admin-profile.ts';

/** Administrators as customers know them, and as cases are assigned to them. */
export const adminProfilesAdminRoutes: FastifyPluginAsync<{ db: Db; clock: Clock }> = async (app, { db, clock }) => {
  route(app, adminProfileCalls.list, { summary: 'List the administrators', answer: staffMember.array() }, (request) =>
    mayDo(viewerOf(request).permissions, 'people') ? listStaff(db, clock.now()) : listAdminProfiles(db, clock.now()),
  );

  route(
    app,
    adminProfileCalls.setProfile,
    {
      summary: 'Set the public name, title and absence of an administrator',
      params: idParam,
      body: setAdminProfileBody,
      answer: staffMember,
      errors: ['USER_NOT_FOUND', 'VERSION_CONFLICT'],
      example: { name: '홍길동', title: '변호사', takes_cases: true },
    },
    (request) => setAdminProfile({ db, clock }, adminOf(request), request.params.id, request.body),
  );
};
