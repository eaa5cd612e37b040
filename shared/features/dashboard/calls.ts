import { call } from '#shared/contract/call.ts';
import type { Dashboard, Statistics, StatisticsQuery, WorkStatistics } from './schemas.ts';

export const get = call<{ answer: Dashboard }>('GET', '/api/admin/dashboard', { access: 'admin', needs: 'any' });

export const getStatistics = call<{ query: StatisticsQuery; answer: Statistics }>('GET', '/api/admin/statistics', {
  access: 'admin',
  needs: 'any',
});

/** How fast buyers are called and customers answered, and why money goes back. */
export const getWorkStatistics = call<{ query: StatisticsQuery; answer: WorkStatistics }>(
  'GET',
  '/api/admin/work-statistics',
  { access: 'admin', needs: 'any' },
);
