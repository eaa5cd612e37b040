import { WORK_STATES } from './work-state.ts';

/** Sort keys of the list of orders. */
export const ORDER_SORTS = ['created_at', 'price', 'status', 'contact_by', 'last_day'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

/** Paid orders by how far the firm's work is; `open`: not closed. */
export const WORK_FILTERS = [...WORK_STATES, 'open'] as const;
export type WorkFilter = (typeof WORK_FILTERS)[number];
