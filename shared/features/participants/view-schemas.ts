import { z } from 'zod';
import { pageQuery } from '#shared/contract/admin-lists.ts';
import { timestamp } from '#shared/contract/fields.ts';
import { AREAS } from '#shared/rules/case-access/areas.ts';

export const viewsQuery = pageQuery.extend({});
export type ViewsQuery = z.input<typeof viewsQuery>;

/** That a person read an area of the case; the first time of each day. */
export const caseView = z.object({
  at: timestamp,
  role: z.enum(['payer', 'guardian', 'firm']),
  name: z.string(),
  area: z.enum(AREAS),
  /** The area as people read it. */
  what: z.string(),
});
export type CaseView = z.infer<typeof caseView>;
