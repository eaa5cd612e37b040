import type { Call } from '#shared/contract/call.ts';
import * as fields from '#shared/contract/fields.ts';
import * as serviceAdminCalls from '#shared/features/services/admin-calls.ts';
import * as serviceAdminSchemas from '#shared/features/services/admin-schemas.ts';
import * as serviceCalls from '#shared/features/services/calls.ts';
import * as serviceSchemas from '#shared/features/services/schemas.ts';
import * as soldierCalls from '#shared/features/soldiers/calls.ts';
import * as soldierSchemas from '#shared/features/soldiers/schemas.ts';

/** The calls of a feature, as the API's document groups them. */
type CallTable = {
  /** Begins the operation ids of its calls: `soldiers` and `listMine` make `soldiersListMine`. */
  readonly name: string;
  readonly description: string;
  readonly calls: Readonly<Record<string, Call>>;
};

/** Every call of the API. Of two calls with one address, the first names the operation. */
export const CALL_TABLES: readonly CallTable[] = [
  { name: 'services', description: 'What the shop offers, with its prices.', calls: serviceCalls },
  {
    name: 'servicesAdmin',
    description: 'The services as administrators edit them.',
    calls: serviceAdminCalls,
  },
  { name: 'soldiers', description: 'The people that an account orders services for.', calls: soldierCalls },
];

/** Modules whose exported schemas the API's document names instead of repeating them. */
export const SCHEMA_MODULES: readonly Readonly<Record<string, unknown>>[] = [
  fields,
  serviceSchemas,
  serviceAdminSchemas,
  soldierSchemas,
];
