import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import { messageOf } from '#server/lib/errors.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { withSpan } from '#server/lib/tracing/tracing.ts';
import { fillMail } from '../letters/fill-mail.ts';
import { renderMail } from '../letters/render-mail.ts';
import { type Mail, type MailKind, STAFF_INVITATION_MS } from '../mail.ts';
import { MailError, type Mailer } from './mailer.ts';

export type MailDeps = {
  db: Db;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Undefined without a configured mail server: mails stay queued. */
  mailer: Mailer | undefined;
  /** The shop's URL, for links. */
  siteUrl: () => string;
  dataKeys: DataKeys;
};

/** Delays after failed attempts; after the last one the mail has failed. */
const BACKOFF_MS = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60].map((minutes) => minutes * MINUTE_MS);
/** Kinds with a secret link, and how long it is valid. */
const SECRET_LIVES_MS = {
  password_reset: HOUR_MS,
  welcome: DAY_MS,
  email_verification: DAY_MS,
  email_changed: 7 * DAY_MS,
  staff_invitation: STAFF_INVITATION_MS,
} as const satisfies Partial<Record<MailKind, number>>;
/** How long a mail may stay locked: longer than `Mailer.send` takes. */
const LOCK_MS = 90 * SECOND_MS;
/** Parameters without the secret. */
const WITHOUT_SECRET = sql<string>`params - 'token' - 'accounts'`;
/** Maximum length of an error, which is shown in a table. */
const MAX_ERROR_LENGTH = 500;

type DueMail = Mail & { id: number; recipient: string; attempts: number; created_at: Date };
type Change = { state?: 'sent' | 'failed'; due_at: Date | null; ended_at?: Date; last_error: string };

/**
 * Sends every due mail at least once. Each is locked from before it is sent until its outcome is
 * written, so that no two workers send the same one; the lock ends with the worker, or with its
 * connection. If that happens after the server accepted the mail, it is sent again with the same
 * Message-ID. Retries failures with growing delays, and keeps them as failed after the last. While
 * the server is unreachable the run stops, so that the other mails use up no attempts.
 */
export async function sendMails(deps: MailDeps, { signal }: Stoppable = {}): Promise<void> {
  await giveUpOutdated(deps);
  const { mailer } = deps;
  if (!mailer) return;
  let isMore = true;
  while (isMore && !signal?.aborted) isMore = await transaction(deps.db, (trx) => sendNext(trx, deps, mailer));
}

/** Sends the earliest due mail. Returns whether the next one can be sent. */
async function sendNext(trx: Trx, deps: MailDeps, mailer: Mailer): Promise<boolean> {
  const mail = await lockNext(trx, deps.clock.now());
  if (!mail) return false;
  const error = await failureOf(deps, mailer, mail);
  const change = error === undefined ? end(deps, 'sent') : changeAfter(deps, mail, error);
  // The secret is erased when the mail is sent or has failed.
  const erases = change.state !== undefined && mail.kind in SECRET_LIVES_MS;
  await trx
    .updateTable('mails')
    .set({ ...change, attempts: mail.attempts })
    .$if(erases, (query) => query.set({ params: WITHOUT_SECRET }))
    .where('mails.id', '=', mail.id)
    .execute();
  return !(error instanceof MailError && error.kind === 'unreachable');
}

/** Locks the earliest due mail; its attempts count the coming one. */
async function lockNext(trx: Trx, now: Date): Promise<DueMail | undefined> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(LOCK_MS)}, true)`.execute(trx);
  const { rows } = await sql<DueMail>`
    select id, kind, recipient, params, attempts + 1 as attempts, created_at from mails
    where state = 'waiting' and (due_at is null or due_at <= ${now})
    order by id limit 1 for update skip locked`.execute(trx);
  return rows[0];
}

/** Sends the mail. Returns the error that it failed with. */
async function failureOf(deps: MailDeps, mailer: Mailer, mail: DueMail): Promise<unknown> {
  const siteUrl = deps.siteUrl();
  // The same for every attempt, so that mail programs recognise a duplicate.
  const messageId = `<${mail.id}.${mail.created_at.getTime()}@${new URL(siteUrl).hostname}>`;
  try {
    const letter = renderMail(await fillMail(mail, deps), siteUrl);
    const message = { to: mail.recipient, messageId, ...letter };
    await withSpan(`mail ${mail.kind}`, { kind: 'client' }, () => mailer.send(message));
    return undefined;
  } catch (error) {
    return error;
  }
}

function end({ clock }: MailDeps, state: 'sent' | 'failed', last_error = ''): Change {
  return { state, due_at: null, ended_at: clock.now(), last_error };
}

function changeAfter(deps: MailDeps, { id, kind, attempts }: DueMail, error: unknown): Change {
  const reason = messageOf(error).slice(0, MAX_ERROR_LENGTH);
  const waitMs = BACKOFF_MS[attempts - 1];
  const about = { mailId: id, kind, attempts, reason };
  if (waitMs === undefined || (error instanceof MailError && error.kind === 'refused')) {
    deps.log.error(about, 'mail given up');
    return end(deps, 'failed', reason);
  }
  deps.log.warn(about, 'mail not sent, will be retried');
  return { due_at: new Date(deps.clock.now().getTime() + waitMs), last_error: reason };
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
    .where('mails.id', 'in', (eb) =>
      eb
        .selectFrom('mails as waiting')
        .select('waiting.id')
        .where('waiting.state', '=', 'waiting')
        .where((each) =>
          each.or(
            Object.entries(SECRET_LIVES_MS).map(([kind, lifeMs]) =>
              each.and([
                each('waiting.kind', '=', kind),
                each('waiting.created_at', '<=', new Date(now.getTime() - lifeMs)),
                // A mail whose secret was erased before is sent without it.
                sql<boolean>`params ?| array['token', 'accounts']`,
              ]),
            ),
          ),
        )
        // One that another worker is sending gets its outcome there.
        .forUpdate()
        .skipLocked(),
    )
    .returning(['mails.id', 'mails.kind', 'mails.attempts'])
    .execute();
  for (const { id, kind, attempts } of outdated) {
    log.error({ mailId: id, kind, attempts, reason: 'outdated' }, 'mail given up');
  }
}
