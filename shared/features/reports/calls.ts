import { call } from '#shared/contract/call.ts';
import type { Report, ReportQuery } from './schemas.ts';

export const get = call<{ query: ReportQuery; answer: Report }>('GET', '/api/admin/reports', {
  access: 'admin',
  needs: 'any',
});
