import { z } from 'zod';
import { koreanDay, pageQuery, searchText, sortFields } from '#shared/contract/admin-lists.ts';
import { id, timestamp } from '#shared/contract/fields.ts';
import { AUDIT_SORTS } from '#shared/platform/list-sorts.ts';

/**
 * `actor` is a login id, `action` one action or the beginning of several (`order.`), `subject` as
 * `order:12` or `order`.
 */
export const auditQuery = pageQuery.extend({
  actor: searchText,
  action: searchText,
  subject: searchText,
  from: koreanDay,
  to: koreanDay,
  ...sortFields(AUDIT_SORTS),
});
export type AuditQuery = z.input<typeof auditQuery>;
export type ValidAuditQuery = z.output<typeof auditQuery>;

/** Newest first unless sorted otherwise. */
export const auditEntry = z.object({
  id: z.int(),
  at: timestamp,
  actor_id: id.nullable(),
  /** Login id at the time, or `system`. */
  actor: z.string(),
  address: z.string(),
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;
