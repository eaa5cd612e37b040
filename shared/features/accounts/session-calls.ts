import { call } from '#shared/contract/call.ts';
import type { Success } from '#shared/contract/fields.ts';
import type { CsrfToken, MyAccount } from './schemas.ts';

// Apart from the other calls of accounts: every page makes these.

/**
 * Calls that change something need the token in `X-CSRF-Token`, and the cookie that comes with it.
 */
export const getCsrfToken = call<{ answer: CsrfToken }>('GET', '/api/csrf-token', { access: 'public' });

export const getMine = call<{ answer: MyAccount }>('GET', '/api/auth/my', {
  access: 'user',
  isAutomatic: true,
});

export const logOut = call<{ answer: Success }>('POST', '/api/auth/logout', { access: 'public' });
