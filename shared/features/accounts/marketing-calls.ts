import { call } from '#shared/contract/call.ts';
import type {
  AdminMarketingConsent,
  MarketingConsentsExportQuery,
  MarketingConsentsQuery,
} from './marketing-schemas.ts';

export const list = call<{ query: MarketingConsentsQuery; answer: AdminMarketingConsent[] }>(
  'GET',
  '/api/admin/marketing-consents',
  { access: 'admin', needs: 'people' },
);

/** A CSV file of what `list` finds. */
export const exportFile = call<{ query: MarketingConsentsExportQuery; answer: string }>(
  'GET',
  '/api/admin/marketing-consents/export',
  { access: 'admin', needs: 'people', stepUp: true },
);
