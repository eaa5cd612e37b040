import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { Mail, MailKind } from './mail.ts';
import { type Mailer, MailRefused } from './mailer.ts';
import { renderMail } from './render-mail.ts';

export type MailDeps = {
  db: Db;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Undefined where no mail server is configured: mails wait. */
  mailer: Mailer | undefined;
  /** The shop's address, for links. */
  siteUrl: () => string;
};

/** How many are taken at a time. */
const BATCH = 10;
/** Whoever took a mail has this long to send it; if he dies, another one sends it after that. */
const LEASE_MS = 5 * MINUTE_MS;
/** How long to wait after each failed try; after the last one the mail has failed. */
const BACKOFF_MS = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60].map((minutes) => minutes * MINUTE_MS);
/** Kinds that hold what opens an account: it is erased when the mail is sent or given up. */
const SECRET_KINDS: readonly MailKind[] = ['password_reset'];

type Taken = Mail & { id: number; recipient: string; attempts: number; created_at: Date };

/** Takes the mails that are due. Written before any is sent, so that no two workers send the same one. */
async function takeDue(db: Db, now: Date): Promise<Taken[]> {
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const { rows } = await sql<Taken>`
    update mails set attempts = attempts + 1, due_at = ${leaseUntil}
    where id in (
      select id from mails where state = 'waiting' and (due_at is null or due_at <= ${now})
      order by id limit ${BATCH} for update skip locked
    )
    returning id, kind, recipient, params, attempts, created_at`.execute(db);
  return rows.sort((one, other) => one.id - other.id);
}

/**
 * Sends every mail that is due, at least once: a worker that dies after the mail server took a mail leaves it to be sent again, under
 * the same Message-ID. Failures are tried again with growing waits, and kept as failed after the last.
 */
export async function sendMails(deps: MailDeps): Promise<void> {
  if (!deps.mailer) return;
  for (;;) {
    const taken = await takeDue(deps.db, deps.clock.now());
    for (const mail of taken) await sendMail(deps, deps.mailer, mail);
    if (taken.length < BATCH) return;
  }
}

async function sendMail(deps: MailDeps, mailer: Mailer, mail: Taken): Promise<void> {
  const siteUrl = deps.siteUrl();
  const messageId = `<${mail.id}.${mail.created_at.getTime()}@${new URL(siteUrl).hostname}>`;
  try {
    await mailer.send({ to: mail.recipient, messageId, ...renderMail(mail, siteUrl) });
  } catch (error) {
    await recordFailure(deps, mail, error);
    return;
  }
  await recordEnd(deps, mail, { state: 'sent', last_error: '' });
}

async function recordFailure(deps: MailDeps, mail: Taken, error: unknown): Promise<void> {
  const last_error = error instanceof Error ? error.message : String(error);
  const waitMs = BACKOFF_MS[mail.attempts - 1];
  const about = { mailId: mail.id, kind: mail.kind, attempts: mail.attempts, reason: last_error };
  if (waitMs === undefined || error instanceof MailRefused) {
    deps.log.error(about, 'mail given up');
    await recordEnd(deps, mail, { state: 'failed', last_error });
    return;
  }
  deps.log.warn(about, 'mail not sent, will be tried again');
  const due_at = new Date(deps.clock.now().getTime() + waitMs);
  await deps.db.updateTable('mails').set({ due_at, last_error }).where('mails.id', '=', mail.id).execute();
}

async function recordEnd(
  { db, clock }: MailDeps,
  mail: Taken,
  end: { state: 'sent' | 'failed'; last_error: string },
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ ...end, due_at: null, ended_at: clock.now() })
    .$if(SECRET_KINDS.includes(mail.kind), (query) => query.set({ params: '{}' }))
    .where('mails.id', '=', mail.id)
    .execute();
}
