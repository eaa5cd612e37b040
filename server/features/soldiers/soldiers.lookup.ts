import { sql } from 'kysely';
import { byTriples, searchable } from '#server/db/search.ts';
import { soldier } from '#shared/features/soldiers/schemas.ts';

/** The columns of a soldier's profile: the fields that it is answered with. */
export const SOLDIER_COLUMNS = soldier.keyof().options.map((column) => `soldiers.${column}` as const);

/** The name and ways of contact of a row `s`, as the index of migration 0131 has them. */
export const SOLDIER_TEXT = byTriples(
  searchable(sql`s.fullname`, sql`coalesce(s.phone, '')`, sql`coalesce(s.email, '')`),
);
