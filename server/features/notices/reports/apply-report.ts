import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { wakeSoon } from '#server/db/jobs/wake-jobs.ts';
import type { Db } from '#server/db/transaction.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { NoticeDeps } from '../sending/notice-deps.ts';
import { MAX_AGE_MS } from './report-signature.ts';

/** Maximum of references read from one report; the regular status checks cover the rest. */
const MAX_REFERENCES = 200;
/** How long reports are collected, to write them in one statement. Providers tolerate the delay. */
const GATHER_MS = 100;
/** Prefix of the rows in `rate_limits` that hold used signatures. */
const SIGNATURE_KEY = 'alimtalk-report:';
/** Longer than a signature can be used: its time may differ by five minutes either way. */
const KEPT_MS = 2 * MAX_AGE_MS + MINUTE_MS;

type Gathered = {
  references: Set<string>;
  signatures: Set<string>;
  /** Signatures that were not used before. */
  written: Promise<ReadonlySet<string>>;
};
type ReportDeps = Pick<NoticeDeps, 'db' | 'clock'>;

/** A report that was checked. Without a signature of its own it can be used again. */
export type Report = { references: readonly string[]; signature?: string };

const waiting = new WeakMap<Db, Gathered>();
/** Runs outside of the async context of the first report, whose trace and deadline end earlier. */
const outsideOfCalls = AsyncLocalStorage.snapshot();

/**
 * Marks the messages that a report names as due, so that the job reads their state from the
 * provider: the report itself is never believed (contract §7). Unknown references are ignored.
 * Returns false for a report whose signature was used before.
 */
export async function applyReport(deps: ReportDeps, { references, signature }: Report): Promise<boolean> {
  const known = references.slice(0, MAX_REFERENCES);
  if (known.length === 0 && signature === undefined) return true;
  const gathered = waiting.get(deps.db) ?? gather(deps);
  if (signature !== undefined) {
    if (gathered.signatures.has(signature)) return false;
    gathered.signatures.add(signature);
  }
  for (const reference of known) gathered.references.add(reference);
  const unused = await gathered.written;
  return signature === undefined || unused.has(signature);
}

function gather(deps: ReportDeps): Gathered {
  const references = new Set<string>();
  const signatures = new Set<string>();
  const written = outsideOfCalls(async () => {
    await delay(GATHER_MS);
    waiting.delete(deps.db);
    return await writeReports(deps, [...references], [...signatures].sort());
  });
  const gathered = { references, signatures, written };
  waiting.set(deps.db, gathered);
  return gathered;
}

/**
 * Its loss loses nothing: the provider is asked about each message anyway, only later. Returns the
 * signatures that were not used before.
 */
async function writeReports(
  { db, clock }: ReportDeps,
  references: readonly string[],
  signatures: readonly string[],
): Promise<ReadonlySet<string>> {
  const now = clock.now();
  const { rows } = await sql<{ unused: string[]; marked: number }>`
    with unused as (
      insert into rate_limits (key, points, expire)
      select ${SIGNATURE_KEY} || signature, 1, ${now.getTime() + KEPT_MS}::bigint
      from unnest(${signatures}::text[]) as signature
      on conflict (key) do nothing returning substr(key, ${SIGNATURE_KEY.length + 1}::integer) as signature
    ), marked as (
      update notices set due_at = ${now}
      where provider_ref = any(${references}) and state = 'sent' and due_at > ${now}
      returning id
    )
    select array(select signature from unused) as unused, (select count(*)::integer from marked) as marked`.execute(db);
  const [written] = rows;
  if (written && written.marked > 0) wakeSoon(db, 'send_notices');
  return new Set(written?.unused);
}
