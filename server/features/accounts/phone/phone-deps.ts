import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import type { IdentityProvider } from '../identity-provider.ts';
import type { CodeSender } from './code-sender.ts';

/** Dependencies of phone proofs. */
export type PhoneDeps = {
  db: Db;
  clock: Clock;
  log: FastifyBaseLogger;
  dataKeys: DataKeys;
  /** Undefined where SMS is not set up. */
  codes: CodeSender | undefined;
  /** SMS of the whole shop in an hour. */
  smsPerHour: number;
  /** Undefined where the provider does not offer its identity check. */
  identity: IdentityProvider | undefined;
  /** The shop's address; no slash at the end. */
  siteUrl: () => string;
};
