import { call } from '#shared/contract/call.ts';
import type { IdParam } from '#shared/contract/fields.ts';
import type { CaseConsent, ConsentBody, ConsentParams } from './consent-schemas.ts';

/** The consents that the person is asked for in a case. */
export const list = call<{ params: IdParam; answer: CaseConsent[] }>('GET', '/api/orders/:id/consents', {
  access: 'user',
});

export const give = call<{ params: ConsentParams; body: ConsentBody; answer: CaseConsent[] }>(
  'PUT',
  '/api/orders/:id/consents/:kind',
  { access: 'user' },
);

/** Withdraws a consent to the text that was shown, or to the one that was given. */
export const withdraw = call<{ params: ConsentParams; body: ConsentBody; answer: CaseConsent[] }>(
  'DELETE',
  '/api/orders/:id/consents/:kind',
  { access: 'user' },
);
