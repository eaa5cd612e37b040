import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Db } from './transaction.ts';

/** Number of connected replicas, and whether a commit waits for one of them. */
export type Replication = { replicas: number; isSynchronous: boolean };

/** Columns of `Replication`; any role may read them. */
export const REPLICATION_COLUMNS = sql`
  (select count(*) from pg_stat_replication)::int as replicas,
  current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') not in ('off', 'local')
    as "isSynchronous"`;

/**
 * Logs at the start whether commits are synchronous: without that a failover loses transactions
 * that were answered as done.
 */
export async function reportReplication(db: Db, log: FastifyBaseLogger): Promise<void> {
  const { rows } = await sql<Replication>`select ${REPLICATION_COLUMNS}`.execute(db);
  const { replicas = 0, isSynchronous = false } = rows[0] ?? {};
  if (replicas === 0) return;
  if (isSynchronous) log.info({ replicas }, 'commits are synchronous');
  else
    log.warn({ replicas }, 'commits are not synchronous: a failover can lose payments that were answered as confirmed');
}
