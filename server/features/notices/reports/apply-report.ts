import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { wakeSoon } from '#server/db/jobs/wake-jobs.ts';
import { NO_DISK_WAIT } from '#server/db/statements/no-disk-wait.ts';
import type { Db } from '#server/db/transaction.ts';
import type { NoticeDeps } from '../sending/notice-deps.ts';

/** References in one report that are looked at; the rest is found by asking. */
const MAX_REFERENCES = 200;
/** How long a report waits for others, with which it is written: no provider minds a tenth of a second. */
const GATHER_MS = 100;

type Gathered = { references: Set<string>; written: Promise<void> };
type ReportDeps = Pick<NoticeDeps, 'db' | 'clock'>;

const waiting = new WeakMap<Db, Gathered>();
/** Without the async context of the report that came first: its trace and deadline end before. */
const outsideOfCalls = AsyncLocalStorage.snapshot();

/**
 * Marks the messages that a report names as due, so that the job reads their state from the
 * provider: the report itself is never believed (contract §7). Unknown references are ignored.
 */
export async function applyReport(deps: ReportDeps, references: readonly string[]): Promise<void> {
  const known = references.slice(0, MAX_REFERENCES);
  if (known.length === 0) return;
  const gathered = waiting.get(deps.db) ?? gather(deps);
  for (const reference of known) gathered.references.add(reference);
  await gathered.written;
}

function gather(deps: ReportDeps): Gathered {
  const references = new Set<string>();
  const written = outsideOfCalls(async () => {
    await delay(GATHER_MS);
    waiting.delete(deps.db);
    await markDue(deps, [...references]);
  });
  const gathered = { references, written };
  waiting.set(deps.db, gathered);
  return gathered;
}

/** Its loss loses nothing: the provider is asked about each message anyway, only later. */
async function markDue({ db, clock }: ReportDeps, references: readonly string[]): Promise<void> {
  const { rows } = await sql`
    update notices set due_at = ${clock.now()}
    where provider_ref = any(${references}) and state = 'sent' and due_at > ${clock.now()} and ${NO_DISK_WAIT}
    returning id`.execute(db);
  if (rows.length > 0) wakeSoon(db, 'send_notices');
}
