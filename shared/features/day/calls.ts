import { call } from '#shared/contract/call.ts';
import type { Day, DayQuery } from './schemas.ts';

export const get = call<{ query: DayQuery; answer: Day }>('GET', '/api/admin/day', { access: 'admin', needs: 'any' });
