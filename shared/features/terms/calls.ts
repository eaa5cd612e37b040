import { call } from '#shared/contract/call.ts';
import type { TermsParams } from './schemas.ts';

/** HTML of one version of a text, the newest unless it is named. */
export const getText = call<{ params: TermsParams; query: { version?: string | undefined }; answer: string }>(
  'GET',
  '/terms/:filename',
  { access: 'public', isCacheable: true },
);

/** HTML of the table that people agree to when they sign up. */
export const getSignUpTable = call<{ answer: string }>('GET', '/tos-table.html', {
  access: 'public',
  isCacheable: true,
});
