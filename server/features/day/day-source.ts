import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import type { DayKind } from '#shared/features/day/kinds.ts';

/** Columns of what waits, as expressions of SQL; those that are left out are null. */
const COLUMNS = {
  /** Of the thing itself. */
  id: 'integer',
  order_id: 'integer',
  /** The customer, where there is no order. */
  user_id: 'integer',
  /** The person's name or address, where there is no account either. */
  person: 'text',
  assignee_id: 'integer',
  due_at: 'timestamptz',
  /** Since when it waits; the order of what has no `due_at`. */
  since: 'timestamptz',
  /** One line that says what to do. */
  title: 'text',
  /** An encrypted title in place of `title`, with the column for which it and the id are encrypted. */
  title_sealed: 'bytea',
  title_place: 'text',
} as const;

type Columns = Partial<Record<keyof typeof COLUMNS, RawBuilder<unknown>>> & Record<'id', RawBuilder<unknown>>;
export type DayReading = { db: Db; dataKeys: DataKeys; now: Date };

/** One kind of the administrators' day (contract §9): selects what waits, by `selectDay`. */
export type DaySource = {
  kind: DayKind;
  rows: (reading: DayReading) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>;
};

/** Selects rows of a day; `from` has tables and conditions. */
export function selectDay(columns: Columns, from: RawBuilder<unknown>): RawBuilder<unknown> {
  const given: Readonly<Record<string, RawBuilder<unknown> | undefined>> = columns;
  const list = Object.entries(COLUMNS).map(
    ([name, type]) => sql`(${given[name] ?? sql`null`})::${sql.raw(type)} as ${sql.ref(name)}`,
  );
  return sql`select ${sql.join(list)} from ${from}`;
}

/** The last moment of a day in Korea: something with a day is late once the day is over. */
export function endOfDay(day: RawBuilder<unknown>): RawBuilder<Date> {
  return sql`((${day}::date + 1)::timestamp at time zone 'Asia/Seoul' - interval '1 millisecond')`;
}
