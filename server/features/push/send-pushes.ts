import { sql } from 'kysely';
import { FIRM } from '#content/firm.ts';
import type { Db } from '#server/db/transaction.ts';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { HOUR_MS, SECOND_MS } from '#server/lib/time.ts';
import type { PushKind } from '#shared/features/push/push-kinds.ts';
import type { PushDeps } from './push-deps.ts';
import { type PushOutcome, sendPush } from './push-service.ts';
import { PUSH_TEXTS } from './push-texts.ts';

/** A push that could not be sent within an hour is given up: the pages show what is open. */
const LIFE_MS = HOUR_MS;
const FIRST_WAIT_MS = 30 * SECOND_MS;
/** Longer than the longest call. */
const LEASE_MS = 60 * SECOND_MS;
/** So that a hanging push service does not hold up the others. */
const AT_ONCE = 4;

type DuePush = {
  id: number;
  subscription_id: number;
  kind: PushKind;
  attempts: number;
  created_at: Date;
  endpoint: string;
  p256dh: string;
  auth: string;
};

/** Drops what is too old, and the second of two equal pushes that two transactions queued at once. */
async function dropUseless(db: Db, now: Date): Promise<void> {
  await sql`
    delete from push_messages where due_at is not null and (
      created_at <= ${new Date(now.getTime() - LIFE_MS)} or exists (
        select from push_messages earlier where earlier.subscription_id = push_messages.subscription_id
          and earlier.kind = push_messages.kind and earlier.due_at is not null and earlier.id < push_messages.id))
    `.execute(db);
}

/** Takes a due push under a lease; none of a kind that the browser got within the last minute. */
async function takeNext(db: Db, now: Date): Promise<DuePush | undefined> {
  const { rows } = await sql<DuePush>`
    update push_messages set attempts = attempts + 1, due_at = ${new Date(now.getTime() + LEASE_MS)}
    from push_subscriptions
    where push_subscriptions.id = push_messages.subscription_id and push_messages.id = (
      select due.id from push_messages due where due.due_at <= ${now} and not exists (
        select from push_messages sent where sent.subscription_id = due.subscription_id and sent.kind = due.kind
          and sent.sent_at > ${now}::timestamptz - interval '1 minute')
      order by due.due_at, due.id limit 1 for update skip locked)
    returning push_messages.id, subscription_id, kind, attempts, push_messages.created_at, endpoint, p256dh, auth
    `.execute(db);
  return rows[0];
}

/** Writes how a push ended, unless its lease was lost. */
async function writeOutcome({ db, clock, log }: PushDeps, push: DuePush, outcome: PushOutcome): Promise<void> {
  const now = clock.now();
  const own = db.updateTable('push_messages').where('id', '=', push.id).where('attempts', '=', push.attempts);
  switch (outcome.state) {
    case 'sent':
      await own.set({ due_at: null, sent_at: now }).execute();
      return;
    case 'gone':
      await db.deleteFrom('push_subscriptions').where('id', '=', push.subscription_id).execute();
      return;
    case 'refused':
      log.warn({ subscription: push.subscription_id, reason: outcome.reason }, 'push refused');
      await db.deleteFrom('push_messages').where('id', '=', push.id).execute();
      return;
    case 'deferred': {
      log.info({ subscription: push.subscription_id, reason: outcome.reason }, 'push not sent, will be retried');
      const askedMs = Math.min(outcome.retryAfterMs ?? 0, LIFE_MS);
      const waitMs = Math.max(askedMs, FIRST_WAIT_MS * 2 ** (push.attempts - 1));
      await own.set({ due_at: new Date(now.getTime() + waitMs) }).execute();
    }
  }
}

async function sendDue(deps: PushDeps, signal: AbortSignal | undefined): Promise<void> {
  const { db, clock, keys, deadlineMs } = deps;
  while (!signal?.aborted) {
    const push = await takeNext(db, clock.now());
    if (!push) return;
    const { kind, endpoint, p256dh, auth, created_at: createdAt } = push;
    const { title, path } = PUSH_TEXTS[kind];
    const payload = JSON.stringify({ title, tag: kind, path });
    const ttlSeconds = Math.ceil((createdAt.getTime() + LIFE_MS - clock.now().getTime()) / SECOND_MS);
    const sender = { keys: await keys(), subject: `mailto:${FIRM.email}`, deadlineMs, clock };
    // An address from before the list of push services was shortened gets nothing more.
    const outcome: PushOutcome = deps.isPushService(endpoint)
      ? await sendPush({ endpoint, p256dh, auth, payload, topic: kind, ttlSeconds }, sender)
      : { state: 'gone' };
    await writeOutcome(deps, push, outcome);
  }
}

/**
 * Sends every due push at least once within its hour. Runs of several processes take different ones;
 * a push that a killed process took is sent after its lease.
 */
export async function sendPushes(deps: PushDeps, { signal }: Stoppable = {}): Promise<void> {
  await dropUseless(deps.db, deps.clock.now());
  await Promise.all(Array.from({ length: AT_ONCE }, () => sendDue(deps, signal)));
}
