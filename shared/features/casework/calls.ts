import { call } from '#shared/contract/call.ts';
import type { IdParam, Success } from '#shared/contract/fields.ts';
import type { CreateDeadlineBody, Deadline, DeadlineParams, UpdateDeadlineBody } from './schemas.ts';

/** For the own calendar of a person in the case. */
export const getDeadlinesFile = call<{ params: IdParam; answer: string }>('GET', '/api/orders/:id/deadlines.ics', {
  access: 'user',
});

export const createDeadline = call<{ params: IdParam; body: CreateDeadlineBody; answer: Deadline }>(
  'POST',
  '/api/admin/orders/:id/deadlines',
  { access: 'admin', needs: 'orders', status: 201 },
);

/** Changes or confirms a deadline. */
export const updateDeadline = call<{ params: DeadlineParams; body: UpdateDeadlineBody; answer: Deadline }>(
  'PUT',
  '/api/admin/orders/:id/deadlines/:deadlineId',
  { access: 'admin', needs: 'orders' },
);

export const deleteDeadline = call<{ params: DeadlineParams; answer: Success }>(
  'DELETE',
  '/api/admin/orders/:id/deadlines/:deadlineId',
  { access: 'admin', needs: 'orders' },
);
