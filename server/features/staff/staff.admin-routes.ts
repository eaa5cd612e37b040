import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { route } from '#server/http/api/route.ts';
import { staffOf } from '#server/http/staff.ts';
import { idParam } from '#shared/contract/fields.ts';
import * as staffCalls from '#shared/features/staff/calls.ts';
import { staffMember, staffProfileBody } from '#shared/features/staff/schemas.ts';
import { setStaffProfile } from './set-staff-profile.ts';
import { listStaff } from './staff.queries.ts';

/** Administrators as customers know them, and as cases are assigned to them. */
export const staffAdminRoutes: FastifyPluginAsync<{ db: Db }> = async (app, { db }) => {
  route(app, staffCalls.list, { summary: 'List the administrators', answer: staffMember.array() }, () => listStaff(db));

  route(
    app,
    staffCalls.setProfile,
    {
      summary: 'Set the public name and title of an administrator',
      params: idParam,
      body: staffProfileBody,
      answer: staffMember,
      errors: ['USER_NOT_FOUND'],
      example: { name: '홍길동', title: '변호사', takes_cases: true },
    },
    (request) => setStaffProfile({ db }, staffOf(request), request.params.id, request.body),
  );
};
