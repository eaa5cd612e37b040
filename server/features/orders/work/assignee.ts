import { type RawBuilder, sql } from 'kysely';
import type { OrderAssignee } from '#shared/features/orders/work-schemas.ts';

/**
 * Who takes a case, as administrators see it, for the id in a column; an account without a name has
 * its login id.
 */
export function assigneeOf(id: RawBuilder<unknown>): RawBuilder<OrderAssignee | null> {
  return sql`(select jsonb_build_object('id', person.id, 'login', person.user_id,
      'name', coalesce(nullif(profile.name, ''), nullif(person.fullname, ''), person.user_id),
      'title', coalesce(profile.title, ''))
    from users person left join staff_profiles profile on profile.user_id = person.id where person.id = ${id})`;
}
