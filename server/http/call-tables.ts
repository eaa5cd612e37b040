import type { Call } from '#shared/contract/call.ts';
import * as fields from '#shared/contract/fields.ts';
import * as soldierCalls from '#shared/features/soldiers/calls.ts';
import * as soldierSchemas from '#shared/features/soldiers/schemas.ts';

/** The calls of a feature, as the API's document groups them. */
type CallTable = {
  /** Begins the operation ids of its calls: `soldiers` and `listMine` make `soldiersListMine`. */
  readonly name: string;
  readonly description: string;
  readonly calls: Readonly<Record<string, Call>>;
};

/** Every call of the API. */
export const CALL_TABLES: readonly CallTable[] = [
  { name: 'soldiers', description: 'The people that an account orders services for.', calls: soldierCalls },
];

/** Modules whose exported schemas the API's document names instead of repeating them. */
export const SCHEMA_MODULES: readonly Readonly<Record<string, unknown>>[] = [fields, soldierSchemas];
