import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/lib/time.ts';
import { withSpan } from '#server/lib/tracing/tracing.ts';
import { fillMail, type ReadRequestNote } from '../letters/fill-mail.ts';
import type { Mail, MailKind } from '../letters/mail.ts';
import { renderMail } from '../letters/render-mail.ts';
import { MailError, type Mailer } from './mailer.ts';

export type MailDeps = {
  db: Db;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Undefined without a configured mail server: mails stay queued. */
  mailer: Mailer | undefined;
  /** The shop's URL, for links. */
  siteUrl: () => string;
  readRequestNote: ReadRequestNote;
};

/** Lease of a mail, after which another worker sends it. */
const LEASE_MS = 5 * MINUTE_MS;
/** Delays after failed attempts; after the last one the mail has failed. */
const BACKOFF_MS = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60].map((minutes) => minutes * MINUTE_MS);
/** Kinds with a secret link, and how long it is valid. */
const SECRET_LIVES_MS = {
  password_reset: HOUR_MS,
  welcome: DAY_MS,
  email_verification: DAY_MS,
  email_changed: 7 * DAY_MS,
} as const satisfies Partial<Record<MailKind, number>>;
/** Parameters without the secret. */
const WITHOUT_SECRET = sql<string>`params - 'token' - 'accounts'`;
/** Maximum length of an error, which is shown in a table. */
const MAX_ERROR_LENGTH = 500;

type ClaimedMail = Mail & { id: number; recipient: string; attempts: number; created_at: Date };

/**
 * Sends every due mail at least once: if a worker dies after the server accepted a mail, it is sent
 * again with the same Message-ID. Retries failures with growing delays, and keeps them as failed
 * after the last. While the server is unreachable the run stops, so that the other mails use up no
 * attempts.
 */
export async function sendMails(deps: MailDeps, { signal }: Stoppable = {}): Promise<void> {
  await giveUpOutdated(deps);
  const { mailer } = deps;
  if (!mailer) return;
  while (!signal?.aborted) {
    const mail = await takeDue(deps.db, deps.clock.now());
    if (!mail || (await sendMail(deps, mailer, mail)) === 'unreachable') return;
  }
}

/** Leases the earliest due mail before it is sent, so that no two workers send the same one. */
async function takeDue(db: Db, now: Date): Promise<ClaimedMail | undefined> {
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const { rows } = await sql<ClaimedMail>`
    update mails set attempts = attempts + 1, due_at = ${leaseUntil}
    where id = (
      select id from mails where state = 'waiting' and (due_at is null or due_at <= ${now})
      order by id limit 1 for update skip locked
    )
    returning id, kind, recipient, params, attempts, created_at`.execute(db);
  return rows[0];
}

async function sendMail(deps: MailDeps, mailer: Mailer, mail: ClaimedMail): Promise<'done' | 'unreachable'> {
  const siteUrl = deps.siteUrl();
  // The same for every attempt, so that mail programs recognise a duplicate.
  const messageId = `<${mail.id}.${mail.created_at.getTime()}@${new URL(siteUrl).hostname}>`;
  try {
    const letter = renderMail(await fillMail(mail, deps.readRequestNote), siteUrl);
    const message = { to: mail.recipient, messageId, ...letter };
    await withSpan(`mail ${mail.kind}`, { kind: 'client' }, () => mailer.send(message));
  } catch (error) {
    await recordFailure(deps, mail, error);
    return error instanceof MailError && error.kind === 'unreachable' ? 'unreachable' : 'done';
  }
  await recordEnd(deps, mail, { state: 'sent', last_error: '' });
  return 'done';
}

async function recordFailure(deps: MailDeps, mail: ClaimedMail, error: unknown): Promise<void> {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR_LENGTH);
  const waitMs = BACKOFF_MS[mail.attempts - 1];
  const about = { mailId: mail.id, kind: mail.kind, attempts: mail.attempts, reason };
  if (waitMs === undefined || (error instanceof MailError && error.kind === 'refused')) {
    deps.log.error(about, 'mail given up');
    await recordEnd(deps, mail, { state: 'failed', last_error: reason });
    return;
  }
  deps.log.warn(about, 'mail not sent, will be retried');
  const due_at = new Date(deps.clock.now().getTime() + waitMs);
  await ownRow(deps.db, mail).set({ due_at, last_error: reason }).execute();
}

/** Selects the mail's row unless another worker has leased it since. */
function ownRow(db: Db, { id, attempts }: ClaimedMail) {
  return db.updateTable('mails').where('mails.id', '=', id).where('mails.attempts', '=', attempts);
}

/** Erases the secret when the mail is sent or has failed. */
async function recordEnd(
  { db, clock }: MailDeps,
  mail: ClaimedMail,
  end: { state: 'sent' | 'failed'; last_error: string },
): Promise<void> {
  await ownRow(db, mail)
    .set({ ...end, due_at: null, ended_at: clock.now() })
    .$if(mail.kind in SECRET_LIVES_MS, (query) => query.set({ params: WITHOUT_SECRET }))
    .execute();
}

/** Fails mails with expired links and erases their secrets. */
async function giveUpOutdated({ db, clock, log }: MailDeps): Promise<void> {
  const now = clock.now();
  const outdated = await db
    .updateTable('mails')
    .set({
      state: 'failed',
      params: WITHOUT_SECRET,
      due_at: null,
      ended_at: now,
      last_error: 'the link ran out before the mail was sent',
    })
    .where('mails.state', '=', 'waiting')
    .where((eb) =>
      eb.or(
        Object.entries(SECRET_LIVES_MS).map(([kind, lifeMs]) =>
          eb.and([
            eb('mails.kind', '=', kind),
            eb('mails.created_at', '<=', new Date(now.getTime() - lifeMs)),
            // A mail whose secret was erased before is sent without it.
            sql<boolean>`params ?| array['token', 'accounts']`,
          ]),
        ),
      ),
    )
    .returning(['mails.id', 'mails.kind', 'mails.attempts'])
    .execute();
  for (const { id, kind, attempts } of outdated) {
    log.error({ mailId: id, kind, attempts, reason: 'outdated' }, 'mail given up');
  }
}
