import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { DbOrTrx } from '../transaction.ts';
import { prepareAlways } from './prepare.ts';

/** Placeholder of a value until the query runs. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Returns the slot of a value by its name. */
export type Slots<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

/** A value, or its slot in a statement that is compiled once. */
export type ValueOrSlot<Value> = Value | RawBuilder<Value>;

/** Values of which each may be a slot. */
export type ValuesOrSlots<Values> = { [Name in keyof Values]: ValueOrSlot<Values[Name]> };

/**
 * Creates a query with slots for its values, for statements of every call. The query builder builds
 * and compiles it once, which would take longer than the rest of its work for a call, and
 * PostgreSQL always keeps its plan.
 */
export function compileOnce<Values extends Record<string, unknown>, Row>(
  build: (db: DbOrTrx, slot: Slots<Values>) => Compilable<Row> | RawBuilder<Row>,
): (db: DbOrTrx, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    if (!compiled) {
      compiled = build(db, (name) => sql`${new Slot(name)}`).compile(db);
      prepareAlways(compiled.sql);
    }
    const parameters = compiled.parameters.map((value) => (value instanceof Slot ? values[value.name] : value));
    const query: CompiledQuery<Row> = { ...compiled, parameters };
    return (await db.executeQuery(query)).rows;
  };
}
