import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import type { AccountLimits } from '../account-limits.ts';

export type FactorDeps = {
  db: Db;
  clock: Clock;
  /** Encrypts the secrets of authenticator apps. */
  dataKeys: DataKeys;
  limits: AccountLimits;
  /** Passkeys belong to its host; the host of a request proves nothing. */
  publicUrl: () => string;
  /** `REQUIRE_SECOND_FACTOR`. */
  isRequired: boolean;
};
