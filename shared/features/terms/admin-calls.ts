import { call } from '#shared/contract/call.ts';
import type {
  AdminTerms,
  AdminTermsListItem,
  AdminTermsVersion,
  CreateTermsBody,
  TermsVersionParams,
  UpdateTermsBody,
} from './admin-schemas.ts';
import type { TermsParams } from './schemas.ts';

export const list = call<{ answer: AdminTermsListItem[] }>('GET', '/api/admin/terms', {
  access: 'admin',
  needs: 'catalogue',
});

export const get = call<{ params: TermsParams; answer: AdminTerms }>('GET', '/api/admin/terms/:filename', {
  access: 'admin',
  needs: 'catalogue',
});

export const getVersion = call<{ params: TermsVersionParams; answer: AdminTermsVersion }>(
  'GET',
  '/api/admin/terms/:filename/versions/:version',
  { access: 'admin', needs: 'catalogue' },
);

export const create = call<{ body: CreateTermsBody; answer: AdminTerms }>('POST', '/api/admin/terms', {
  access: 'admin',
  needs: 'catalogue',
  stepUp: true,
  status: 201,
});

/** Adds a version: the ones before it stay as they are. */
export const update = call<{ params: TermsParams; body: UpdateTermsBody; answer: AdminTerms }>(
  'PUT',
  '/api/admin/terms/:filename',
  { access: 'admin', needs: 'catalogue', stepUp: true },
);
