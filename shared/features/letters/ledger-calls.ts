import { call } from '#shared/contract/call.ts';
import type { LedgerQuery } from './ledger-schemas.ts';

/** A CSV file of the mandates that the firm took on (수임장부, 변호사법 28조). */
export const exportFile = call<{ query: LedgerQuery; answer: string }>('GET', '/api/admin/orders/mandates', {
  access: 'admin',
  needs: 'orders',
  stepUp: true,
});
