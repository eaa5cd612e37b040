import { type RawBuilder, sql } from 'kysely';

/**
 * The end of a lease that begins now, by the database's clock. In whole milliseconds, so that its
 * holder can compare the value that it was given.
 */
export function leaseEnd(leaseMs: number): RawBuilder<Date> {
  return sql<Date>`date_trunc('milliseconds', clock_timestamp()) + ${leaseMs} * interval '1 millisecond'`;
}
