import { z } from 'zod';
import type { Jobs } from '#server/db/jobs/enqueue.ts';
import { type Db, transaction } from '#server/db/transaction.ts';
import { queueMail } from '#server/features/mails/outbox.ts';
import type { Clock } from '#server/lib/clock.ts';
import { HOUR_MS } from '#server/lib/time.ts';
import { newToken } from '#server/lib/tokens.ts';
import { countOpenResets, insertResets, isRequestDone, lockAccountsByEmail } from './recovery.queries.ts';

/** How long a link works (contract §3). */
const LINK_MS = HOUR_MS;
/** Open links of an account at the same time (contract §3). */
const MAX_OPEN_LINKS = 5;

const resetRequest: z.ZodType<Jobs['send_reset_links']> = z.object({ email: z.string(), requestId: z.uuid() });

/**
 * Handles a password reset request: sends one mail with a link for each account with the address,
 * including accounts without a password, which can set one this way. Earlier links stay open:
 * another person may request a reset, which must not end the link that the owner is about to use. An
 * account with five open links gets no further one. Skips a request that was already handled.
 */
export async function sendResetLinks({ db, clock }: { db: Db; clock: Clock }, payload: unknown): Promise<void> {
  const { email, requestId } = resetRequest.parse(payload);
  await transaction(db, async (trx) => {
    const now = clock.now();
    const accounts = await lockAccountsByEmail(trx, email, now);
    if (accounts.length === 0 || (await isRequestDone(trx, requestId))) return;
    const ids = accounts.map((account) => account.id);
    const open = await countOpenResets(trx, ids, now);
    const linked = accounts.filter((account) => (open.get(account.id) ?? 0) < MAX_OPEN_LINKS);
    const [first] = linked;
    if (!first) return;
    const expiresAt = new Date(now.getTime() + LINK_MS);
    const links = linked.map(({ id, user_id }) => ({ accountId: id, userId: user_id, token: newToken() }));
    await insertResets(
      trx,
      links.map(({ accountId, token }) => ({ userId: accountId, token, requestId, expiresAt })),
    );
    const params = { accounts: links.map(({ userId, token }) => ({ userId, token })) };
    // Send to the address as registered: the typed one may differ in case.
    await queueMail(trx, first.email, { kind: 'password_reset', params });
  });
}
