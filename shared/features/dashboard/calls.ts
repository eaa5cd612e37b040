import { call } from '#shared/contract/call.ts';
import type { Dashboard, Figures, FiguresQuery } from './schemas.ts';

export const get = call<{ answer: Dashboard }>('GET', '/api/admin/dashboard', { access: 'admin' });

export const getFigures = call<{ query: FiguresQuery; answer: Figures }>('GET', '/api/admin/figures', {
  access: 'admin',
});
