import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { DbOrTrx } from '../transaction.ts';
import { prepareAlways } from './prepare.ts';

/** Stands for a value until the query runs. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Gives the place of a value by its name. */
export type Slots<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

/** A value, or the place of one in a statement that is built once. */
export type ValueOrSlot<Value> = Value | RawBuilder<Value>;

/** Values of which each may be a place. */
export type ValuesOrSlots<Values> = { [Name in keyof Values]: ValueOrSlot<Values[Name]> };

/**
 * Makes a query whose values are left open, for statements of every call: the query builder builds
 * and compiles it once, which takes it longer than the rest of the call's work on it, and PostgreSQL
 * always keeps its plan.
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
