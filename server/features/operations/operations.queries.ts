import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** Since when something is open, and how many: messages by their channel, and jobs by name. */
export type OperationRow = {
  mailsSince: Date | null;
  kakaoFailed: number;
  kakaoStuck: number;
  kakaoSince: Date | null;
  smsFailed: number;
  smsStuck: number;
  smsSince: Date | null;
  differencesSince: Date | null;
  jobsSince: Date | null;
  jobsOpen: string[];
  filesSince: Date | null;
  lastBackupAt: Date | null;
};

/** Reads what the counts of the backlog do not say. `before`: what was due then is overdue. */
export async function readOperationRow(db: Db, before: Date): Promise<OperationRow> {
  const failed = sql`state = 'failed' and needs_attention`;
  const stuck = sql`due_at < ${before} and attempts > 0`;
  const openJob = sql`due_at < ${before} or failures > 0`;
  const { rows } = await sql<OperationRow>`
    with messages as materialized (
      select channel, created_at, ${failed} as is_failed from notices where (${failed}) or (${stuck})
    )
    select
      (select min(created_at) from mails
        where (${failed}) or (state = 'waiting' and created_at < ${before})) as "mailsSince",
      (select count(*) from messages where channel = 'kakao' and is_failed) as "kakaoFailed",
      (select count(*) from messages where channel = 'kakao' and not is_failed) as "kakaoStuck",
      (select min(created_at) from messages where channel = 'kakao') as "kakaoSince",
      (select count(*) from messages where channel = 'sms' and is_failed) as "smsFailed",
      (select count(*) from messages where channel = 'sms' and not is_failed) as "smsStuck",
      (select min(created_at) from messages where channel = 'sms') as "smsSince",
      (select min(found_at) from payment_differences where handled_at is null) as "differencesSince",
      (select min(least(due_at, coalesce(ended_at, due_at))) from jobs where ${openJob}) as "jobsSince",
      array(select name from jobs where ${openJob} order by name) as "jobsOpen",
      (select min(damaged_at) from attachments where damaged_at is not null) as "filesSince",
      (select made_at from last_backup) as "lastBackupAt"`.execute(db);
  if (!rows[0]) throw new Error('a select of counts gives one row');
  return rows[0];
}
