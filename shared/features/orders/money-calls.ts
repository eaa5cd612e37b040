import { call } from '#shared/contract/call.ts';
import type { IdParam } from '#shared/contract/fields.ts';
import type { AdminOrder } from './admin-schemas.ts';
import type { SetProofBody } from './money-schemas.ts';

export const setProof = call<{ params: IdParam; body: SetProofBody; answer: AdminOrder }>(
  'PUT',
  '/api/admin/orders/:id/proof',
  { access: 'admin', needs: 'money' },
);
