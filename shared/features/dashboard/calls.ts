import { call } from '#shared/contract/call.ts';
import type { Dashboard, Statistics, StatisticsQuery } from './schemas.ts';

export const get = call<{ answer: Dashboard }>('GET', '/api/admin/dashboard', { access: 'admin' });

export const getStatistics = call<{ query: StatisticsQuery; answer: Statistics }>('GET', '/api/admin/statistics', {
  access: 'admin',
});
