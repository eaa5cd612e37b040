import { call } from '#shared/contract/call.ts';
import type { IdParam } from '#shared/contract/fields.ts';
import type { CaseView, ViewsQuery } from './view-schemas.ts';

/** Who read what of a case; for its client. */
export const list = call<{ params: IdParam; query: ViewsQuery; answer: CaseView[] }>('GET', '/api/orders/:id/views', {
  access: 'user',
});
