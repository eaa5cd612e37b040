import { call } from '#shared/contract/call.ts';
import type { DaySheet, DaySheetQuery, Report, ReportQuery } from './schemas.ts';

export const get = call<{ query: ReportQuery; answer: Report }>('GET', '/api/admin/reports', {
  access: 'admin',
  needs: 'any',
});

export const getDay = call<{ query: DaySheetQuery; answer: DaySheet }>('GET', '/api/admin/reports/day', {
  access: 'admin',
  needs: 'money',
});
