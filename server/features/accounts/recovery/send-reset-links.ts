import { sql } from 'kysely';
import { type Db, transaction } from '#server/db/transaction.ts';
import { queueMail } from '#server/features/mails/outbox.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { HOUR_MS, SECOND_MS } from '#server/lib/time.ts';
import { newToken } from '#server/lib/tokens.ts';
import { countOpenResets, insertResets, lockAccountsByEmail, recoveryRecipient } from './recovery.queries.ts';

/** How long a link works (contract §3). */
const LINK_MS = HOUR_MS;
/** Open links of an account at the same time (contract §3). */
const MAX_OPEN_LINKS = 5;

/** Tries of a request, within about half an hour: a later link would be of no use. */
const MAX_TRIES = 8;
const FIRST_WAIT_MS = 15 * SECOND_MS;

type ResetRequest = { id: string; email: string };

/** Takes a due request, which is due again later in case this try fails. */
async function takeRequest(db: Db, now: Date): Promise<ResetRequest | undefined> {
  const { rows } = await sql<ResetRequest>`
    update reset_requests set attempts = attempts + 1,
      due_at = ${now}::timestamptz + ${FIRST_WAIT_MS} * power(2, attempts) * interval '1 millisecond'
    where id = (
      select id from reset_requests where due_at <= ${now} and attempts < ${MAX_TRIES}
      order by due_at limit 1 for update skip locked)
    returning id, email`.execute(db);
  return rows[0];
}

/** Handles the requests for a new password that are due. */
export async function sendResetLinks(
  { db, clock }: { db: Db; clock: Clock },
  { signal }: Stoppable = {},
): Promise<void> {
  while (!signal?.aborted) {
    const request = await takeRequest(db, clock.now());
    if (!request) return;
    await handleRequest({ db, clock }, request);
  }
}

/**
 * Sends one mail with a link for each of the ten accounts with the address that were used last,
 * including accounts without a password, which can set one this way. Earlier links stay open:
 * another person may request a reset, which must not end the link that the owner is about to use. An
 * account with five open links gets no further one.
 */
async function handleRequest({ db, clock }: { db: Db; clock: Clock }, { id, email }: ResetRequest): Promise<void> {
  await transaction(db, async (trx) => {
    const now = clock.now();
    const done = await trx.deleteFrom('reset_requests').where('reset_requests.id', '=', id).executeTakeFirst();
    if (done.numDeletedRows === 0n) return;
    const accounts = await lockAccountsByEmail(trx, email, now);
    if (accounts.length === 0) return;
    const ids = accounts.map((account) => account.id);
    const open = await countOpenResets(trx, ids, now);
    const [first, ...others] = accounts.filter((account) => (open.get(account.id) ?? 0) < MAX_OPEN_LINKS);
    if (!first) return;
    const linked = [first, ...others] as const;
    const links = linked.map((account) => ({ accountId: account.id, userId: account.user_id, token: newToken() }));
    const params = { accounts: links.map(({ userId, token }) => ({ userId, token })) };
    const mailId = await queueMail(trx, recoveryRecipient(linked), { kind: 'password_reset', params });
    // Nothing is mailed beyond the limit of the address.
    if (mailId === undefined) return;
    const expiresAt = new Date(now.getTime() + LINK_MS);
    const resets = links.map(({ accountId, token }) => ({ userId: accountId, token, expiresAt }));
    await insertResets(trx, resets);
  });
}
