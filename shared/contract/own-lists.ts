import type { z } from 'zod';
import { pageQuery } from './admin-lists.ts';

/** Holds what a paged list of the user's own data takes; its pages have one length (contract §3). */
export const ownListQuery = pageQuery.pick({ cursor: true });
export type OwnListQuery = z.input<typeof ownListQuery>;
