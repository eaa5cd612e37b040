import { sql } from 'kysely';
import { wakeAfterCommit } from '#server/db/jobs/wake-jobs.ts';
import type { Trx } from '#server/db/transaction.ts';
import { onDuty } from '#server/features/admin-profiles/on-duty.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import { type Permission, SEE_ORDERS } from '#shared/features/accounts/permissions.ts';
import type { PushKind } from '#shared/features/push/push-kinds.ts';

/** The permissions of which one is needed to get the push; `owner` gets all. */
const READERS: Readonly<Record<PushKind, readonly Permission[]>> = {
  message: ['consultations', 'owner'],
  order: [...SEE_ORDERS, 'owner'],
  refund: ['money', 'owner'],
};

type NewPush = {
  kind: PushKind;
  now: Date;
  /** The account whose act it is: an administrator who buys needs no push about it. */
  actorId: number;
  /** The one administrator it is for, or their substitute; null: all who have the permission. */
  assigneeId: number | null;
};

/**
 * Queues a push to the browsers of administrators in the transaction that causes it: one insert,
 * which writes nothing where no browser has subscribed, or where the same push still waits.
 */
export async function queuePush(trx: Trx, { kind, now, actorId, assigneeId }: NewPush): Promise<void> {
  const assignee = onDuty(sql`${assigneeId}::integer`, sql`${koreanDayAt(now)}::date`);
  const { numAffectedRows = 0n } = await sql`
    insert into push_messages (subscription_id, kind, created_at, due_at)
    select subscribed.id, ${kind}, ${now}, ${now}
    from push_subscriptions subscribed join users on users.id = subscribed.user_id
    where users.role = 'admin' and users.is_active and users.closed_at is null and users.id <> ${actorId}
      and (${assigneeId}::integer is null or users.id = ${assignee})
      and exists (select from user_permissions granted
        where granted.user_id = users.id and granted.permission = any (${[...READERS[kind]]}))
      and not exists (select from push_messages waiting
        where waiting.subscription_id = subscribed.id and waiting.kind = ${kind} and waiting.due_at is not null)
    `.execute(trx);
  if (numAffectedRows > 0n) wakeAfterCommit(trx, 'send_pushes');
}
