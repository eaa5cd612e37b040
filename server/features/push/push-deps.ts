import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { VapidKeys } from './vapid-keys.ts';

export type PushDeps = {
  db: Db;
  clock: Clock;
  log: FastifyBaseLogger;
  /** The configured key pair, or the stored one, which the first call makes. */
  keys: () => Promise<VapidKeys>;
  /** Returns whether the shop may send to an address. */
  isPushService: (endpoint: string) => boolean;
  /** How long a push service may take to answer. */
  deadlineMs: number;
};
