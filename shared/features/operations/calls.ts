import { call } from '#shared/contract/call.ts';
import type { Operation } from './schemas.ts';

/** Always all parts, in the order of `OPERATION_PARTS`. */
export const list = call<{ answer: Operation[] }>('GET', '/api/admin/operations', { access: 'admin', needs: 'owner' });
