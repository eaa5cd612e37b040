import { queryOptions } from '@tanstack/react-query';
import type { Figures } from '#shared/contract/admin-dashboard.ts';
import type { FigurePeriod } from '#shared/rules/figure-period.ts';
import { api } from '#web/lib/api-client.ts';
import { ADMIN_KEY } from '../api.ts';

export const figuresQuery = (period: FigurePeriod) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'figures', period],
    queryFn: ({ signal }) => api.get<Figures>(`/api/admin/figures?days=${period}`, { signal }),
    meta: { isPersonal: true },
  });
