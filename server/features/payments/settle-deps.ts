import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { PaymentGateway } from './gateway/gateway.ts';

/** What everything that moves money needs. */
export type SettleDeps = { db: Db; clock: Clock; gateway: PaymentGateway; log: FastifyBaseLogger };
