import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { CHAIN_START, chainHash } from './chain-hash.ts';

const AT_ONCE = 1000;

type Link = { seq: number; entry_id: number; hash: Buffer; text: string | null };

/** Describes what `npm run audit:verify` found. */
export type AuditVerdict = {
  entries: number;
  /** Hash of the last entry, which stands for all before it. */
  head: string;
  problems: string[];
  /** True when the chain contains the head that was asked for; undefined when none was. */
  knowsHead: boolean | undefined;
};

function readLinks(db: Db, after: number) {
  return sql<Link>`
    select chain.seq, chain.entry_id, chain.hash, case when entry.id is not null then audit_entry_text(entry) end as text
    from audit_chain as chain left join audit_log as entry on entry.id = chain.entry_id
    where chain.seq > ${after} order by chain.seq limit ${AT_ONCE}`.execute(db);
}

async function countUnsealed(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_log
    where at < now() - interval '10 minutes' and not exists (select from audit_chain where entry_id = audit_log.id)`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

function problemOf(link: Link, previous: Buffer, expectedSeq: number): string | undefined {
  if (link.seq !== expectedSeq) return `the chain has a gap before number ${link.seq}`;
  if (link.text === null) return `entry ${link.entry_id} is gone`;
  if (chainHash(previous, link.text).equals(link.hash)) return undefined;
  return `entry ${link.entry_id} or its place in the chain was changed`;
}

/**
 * Compares each entry of the audit log with the chain. `knownHead` is a head that was noted before:
 * it must be in the chain, or the chain was cut or written again since.
 */
export async function verifyAudit(db: Db, knownHead?: string): Promise<AuditVerdict> {
  const problems: string[] = [];
  let previous: Buffer = CHAIN_START;
  let seq = 0;
  let entries = 0;
  let isKnown = false;
  for (let links: Link[] = []; ; ) {
    links = (await readLinks(db, seq)).rows;
    for (const link of links) {
      const problem = problemOf(link, previous, seq + 1);
      if (problem) problems.push(problem);
      // Continues from what is stored, so that each changed entry is named once.
      previous = link.hash;
      seq = link.seq;
      entries += 1;
      isKnown ||= link.hash.toString('hex') === knownHead;
    }
    if (links.length < AT_ONCE) break;
  }
  const unsealed = await countUnsealed(db);
  if (unsealed > 0) problems.push(`${unsealed} entries older than ten minutes are not in the chain`);
  return {
    entries,
    head: previous.toString('hex'),
    problems,
    knowsHead: knownHead === undefined ? undefined : isKnown,
  };
}
