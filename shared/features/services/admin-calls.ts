import { call } from '#shared/contract/call.ts';
import type { IdParam, Success } from '#shared/contract/fields.ts';
import type {
  AdminService,
  AdminServiceBody,
  AdminServiceListItem,
  ReorderServicesBody,
  RestoreServiceBody,
  ServiceVersion,
  ServiceVersionParams,
  UpdateServiceBody,
} from './admin-schemas.ts';

export const list = call<{ answer: AdminServiceListItem[] }>('GET', '/api/admin/services', {
  access: 'admin',
  needs: 'catalogue',
});

export const get = call<{ params: IdParam; answer: AdminService }>('GET', '/api/admin/services/:id', {
  access: 'admin',
  needs: 'catalogue',
});

export const create = call<{ body: AdminServiceBody; answer: AdminService }>('POST', '/api/admin/services', {
  access: 'admin',
  needs: 'catalogue',
  status: 201,
});

/** The services of the body exchange the places that they have. */
export const reorder = call<{ body: ReorderServicesBody; answer: AdminServiceListItem[] }>(
  'PUT',
  '/api/admin/services/positions',
  { access: 'admin', needs: 'catalogue' },
);

export const update = call<{ params: IdParam; body: UpdateServiceBody; answer: AdminService }>(
  'PUT',
  '/api/admin/services/:id',
  { access: 'admin', needs: 'catalogue' },
);

/** The newest hundred saves, newest first. */
export const listVersions = call<{ params: IdParam; answer: ServiceVersion[] }>(
  'GET',
  '/api/admin/services/:id/versions',
  { access: 'admin', needs: 'catalogue' },
);

/** Reads a service as an earlier version had it. */
export const getVersion = call<{ params: ServiceVersionParams; answer: AdminService }>(
  'GET',
  '/api/admin/services/:id/versions/:version',
  { access: 'admin', needs: 'catalogue' },
);

/** Saves an earlier version once more, as a new one. */
export const restoreVersion = call<{ params: ServiceVersionParams; body: RestoreServiceBody; answer: AdminService }>(
  'POST',
  '/api/admin/services/:id/versions/:version/restore',
  { access: 'admin', needs: 'catalogue' },
);

/** Makes a hidden service with the texts and prices of another one. */
export const copy = call<{ params: IdParam; answer: AdminService }>('POST', '/api/admin/services/:id/copy', {
  access: 'admin',
  needs: 'catalogue',
  status: 201,
});

/** Orders keep the copies that they were made with. */
export const remove = call<{ params: IdParam; answer: Success }>('DELETE', '/api/admin/services/:id', {
  access: 'admin',
  needs: 'catalogue',
});
