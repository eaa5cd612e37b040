import { z } from 'zod';
import type { Jobs } from '#server/db/jobs/enqueue.ts';
import { type Db, transaction } from '#server/db/transaction.ts';
import { queueMail } from '#server/features/mails/outbox.ts';
import type { Clock } from '#server/lib/clock.ts';
import { HOUR_MS } from '#server/lib/time.ts';
import { newToken } from '#server/lib/tokens.ts';
import { endResets } from '../account/end-resets.ts';
import { insertResets, isRequestDone, lockAccountsByEmail } from './recovery.queries.ts';

/** How long a link works (contract §3). */
const LINK_MS = HOUR_MS;

const resetRequest: z.ZodType<Jobs['send_reset_links']> = z.object({ email: z.string(), requestId: z.uuid() });

/**
 * Handles a password reset request: sends one mail with a link for each account with the address,
 * including accounts without a password, which can set one this way. Invalidates older open
 * links of these accounts. Skips a request that was already handled.
 */
export async function sendResetLinks({ db, clock }: { db: Db; clock: Clock }, payload: unknown): Promise<void> {
  const { email, requestId } = resetRequest.parse(payload);
  await transaction(db, async (trx) => {
    const now = clock.now();
    const accounts = await lockAccountsByEmail(trx, email, now);
    const [first] = accounts;
    if (!first || (await isRequestDone(trx, requestId))) return;
    const expiresAt = new Date(now.getTime() + LINK_MS);
    const links = accounts.map(({ id, user_id }) => ({ accountId: id, userId: user_id, token: newToken() }));
    await endResets(
      trx,
      accounts.map((account) => account.id),
      now,
    );
    await insertResets(
      trx,
      links.map(({ accountId, token }) => ({ userId: accountId, token, requestId, expiresAt })),
    );
    const params = { accounts: links.map(({ userId, token }) => ({ userId, token })) };
    // Send to the address as registered: the typed one may differ in case.
    await queueMail(trx, first.email, { kind: 'password_reset', params });
  });
}
