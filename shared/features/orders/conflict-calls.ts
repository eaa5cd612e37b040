import { call } from '#shared/contract/call.ts';
import type { IdParam } from '#shared/contract/fields.ts';
import type { Conflict, ConflictsQuery, SetOpponentsBody } from './conflict-schemas.ts';

/** Answers with the case's conflicts. */
export const setOpponents = call<{ params: IdParam; body: SetOpponentsBody; answer: Conflict[] }>(
  'PUT',
  '/api/admin/orders/:id/opponents',
  { access: 'admin', needs: 'orders' },
);

/** Cases in which a person of this name is customer, soldier or opponent, newest first. */
export const findConflicts = call<{ query: ConflictsQuery; answer: Conflict[] }>('GET', '/api/admin/conflicts', {
  access: 'admin',
  needs: 'orders',
});
