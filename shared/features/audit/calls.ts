import { call } from '#shared/contract/call.ts';
import type { AuditEntry, AuditQuery } from './schemas.ts';

export const list = call<{ query: AuditQuery; answer: AuditEntry[] }>('GET', '/api/admin/audit', {
  access: 'admin',
  needs: 'audit',
});
