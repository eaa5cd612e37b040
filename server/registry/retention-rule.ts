import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/db/tables.ts';
import type { Db } from '#server/db/transaction.ts';

/** Bases of many rules. */
export const EXPIRY = 'purpose ended';
export const COMMERCE = '전자상거래법 시행령 6조: contracts and payments';

/** Rows that one statement handles, so that none runs for long. */
export const ROWS_AT_ONCE = 1000;

/** One row of the table "Data retention" in docs/operations.md, which a test compares. */
export type RetentionRule = {
  data: string;
  kept: string;
  /** Law, contract or purpose that the period follows from. */
  basis: string;
  /** Hourly for short periods, daily for rules that read large tables. */
  every: 'hour' | 'day';
  /** How many rows are past their period. */
  count: (db: Db, now: Date) => Promise<number>;
  /** Deletes or erases at most 1,000 of them; returns how many. */
  apply: (db: Db, now: Date) => Promise<number>;
};

type Rows = Pick<RetentionRule, 'data' | 'kept' | 'basis'> & {
  every?: RetentionRule['every'];
  table: keyof Database;
  /** Which rows are past their period, in terms of the table's columns. */
  isOver: (now: RawBuilder<Date>) => RawBuilder<unknown>;
  /** Assignments that erase; without them rows are deleted. Erased rows must not be over again. */
  erase?: RawBuilder<unknown>;
};

/** A rule about the rows of one table. */
export function rowsRule({ table, isOver, erase, every = 'hour', ...text }: Rows): RetentionRule {
  const at = (now: Date) => sql<Date>`${now}::timestamptz`;
  return {
    ...text,
    every,
    async count(db, now) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(table)} where ${isOver(at(now))}`.execute(db);
      return rows[0]?.count ?? 0;
    },
    async apply(db, now) {
      const found = sql`ctid = any(array(
        select ctid from ${sql.table(table)} where ${isOver(at(now))} limit ${ROWS_AT_ONCE}))`;
      const statement = erase
        ? sql`update ${sql.table(table)} set ${erase} where ${found}`
        : sql`delete from ${sql.table(table)} where ${found}`;
      const { numAffectedRows } = await statement.execute(db);
      return Number(numAffectedRows ?? 0);
    },
  };
}
