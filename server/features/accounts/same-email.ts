import { type RawBuilder, sql } from 'kysely';

/**
 * Compares addresses without regard to the case of ASCII letters. The first condition uses the
 * index; the second rejects look-alikes from other alphabets that fold to the same letters.
 */
export function sameEmail(column: 'users.email' | 'users.recovery_email', email: string): RawBuilder<boolean> {
  return sql<boolean>`(lower(${sql.ref(column)}) = lower(${email}) and ${sql.ref(column)} <> ''
    and lower(${sql.ref(column)} collate "C") = lower(${email}::text collate "C"))`;
}
