import { call } from '#shared/contract/call.ts';
import type { AdminMarketingConsent, MarketingConsentsQuery } from './marketing-schemas.ts';

export const list = call<{ query: MarketingConsentsQuery; answer: AdminMarketingConsent[] }>(
  'GET',
  '/api/admin/marketing-consents',
  { access: 'admin', needs: 'people' },
);
