import { call } from '#shared/contract/call.ts';
import type { IdParam } from '#shared/contract/fields.ts';
import type { AddPaperFilesBody, CreatePaperBody, Paper, PaperParams, UpdatePaperBody } from './paper-schemas.ts';

/** Gives uploaded files to a paper that is asked of the person. */
export const addFiles = call<{ params: PaperParams; body: AddPaperFilesBody; answer: Paper }>(
  'POST',
  '/api/orders/:id/papers/:paperId/files',
  { access: 'user' },
);

export const create = call<{ params: IdParam; body: CreatePaperBody; answer: Paper }>(
  'POST',
  '/api/admin/orders/:id/papers',
  { access: 'admin', needs: 'orders', status: 201 },
);

/** Changes, accepts or returns a paper. */
export const update = call<{ params: PaperParams; body: UpdatePaperBody; answer: Paper }>(
  'PUT',
  '/api/admin/orders/:id/papers/:paperId',
  { access: 'admin', needs: 'orders' },
);

/** Cancels the request; files that were uploaded stay. */
export const cancel = call<{ params: PaperParams; answer: Paper }>('DELETE', '/api/admin/orders/:id/papers/:paperId', {
  access: 'admin',
  needs: 'orders',
});
