import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { ADVISORY_LOCKS } from '#server/db/locks/advisory-locks.ts';
import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { CHAIN_START, chainHash } from './chain-hash.ts';

/** Entries that one transaction adds to the chain. */
const AT_ONCE = 1000;
/** An entry becomes visible while later numbers are sealed already; never this many. */
const LATE_NUMBERS = 100_000;

type ChainEnd = { seq: number; hash: Buffer };

async function readEnd(trx: Trx): Promise<ChainEnd> {
  const last = await trx
    .selectFrom('audit_chain')
    .select(['audit_chain.seq', 'audit_chain.hash'])
    .orderBy('audit_chain.seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? { seq: 0, hash: CHAIN_START };
}

async function sealSome(trx: Trx): Promise<{ count: number; end: ChainEnd }> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.auditSeal})`.execute(trx);
  let end = await readEnd(trx);
  const { rows } = await sql<{ id: number; text: string }>`
    select audit_log.id, audit_entry_text(audit_log) as text from audit_log
    where id > (select coalesce(max(entry_id), 0) - ${LATE_NUMBERS} from audit_chain)
      and not exists (select from audit_chain where entry_id = audit_log.id)
    order by id limit ${AT_ONCE}`.execute(trx);
  const links = rows.map(({ id, text }) => {
    end = { seq: end.seq + 1, hash: chainHash(end.hash, text) };
    return { ...end, entry_id: id };
  });
  if (links.length > 0) await trx.insertInto('audit_chain').values(links).execute();
  return { count: links.length, end };
}

/**
 * Adds the entries of the audit log that are not in the chain yet. Logs the chain's end: kept
 * outside of the database, it shows later whether the chain was cut or written again.
 */
export async function sealAudit(
  { db, log }: { db: Db; log: FastifyBaseLogger },
  { signal }: Partial<Stoppable> = {},
): Promise<void> {
  for (let count = AT_ONCE; count === AT_ONCE && !signal?.aborted; ) {
    const sealed = await transaction(db, sealSome);
    count = sealed.count;
    if (count > 0) log.info({ seq: sealed.end.seq, head: sealed.end.hash.toString('hex') }, 'audit log sealed');
  }
}
