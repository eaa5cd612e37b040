import { call } from '#shared/contract/call.ts';
import type { ConsentStatus, SetConsentsBody } from './consent-schemas.ts';

export const get = call<{ answer: ConsentStatus }>('GET', '/api/auth/consents', { access: 'user' });

/** Withdraws or gives the consents that are free. */
export const set = call<{ body: SetConsentsBody; answer: ConsentStatus }>('PUT', '/api/auth/consents', {
  access: 'user',
});
