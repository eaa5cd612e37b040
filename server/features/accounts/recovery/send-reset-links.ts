import { z } from 'zod';
import { type Db, transaction } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import { HOUR_MS } from '#server/lib/time.ts';
import { newToken } from '#server/lib/tokens.ts';
import { queueMail } from '#server/mail/outbox.ts';
import { endResets, insertResets, isRequestDone, lockAccountsByEmail } from './recovery.queries.ts';

/** How long a link works (contract §3). */
const LINK_MS = HOUR_MS;

const resetRequest = z.object({ email: z.string(), requestId: z.uuid() });
/** A wish for a new password, as the job finds it. */
export type ResetRequest = z.infer<typeof resetRequest>;

/**
 * The job behind a wish for a new password: one mail with a link for each account that has the
 * address, those without a password too, which get one that way. An older open link of such an
 * account ends. A request that was answered before is left alone.
 */
export async function sendResetLinks({ db, clock }: { db: Db; clock: Clock }, payload: unknown): Promise<void> {
  const { email, requestId } = resetRequest.parse(payload);
  await transaction(db, async (trx) => {
    const accounts = await lockAccountsByEmail(trx, email);
    const [first] = accounts;
    if (!first || (await isRequestDone(trx, requestId))) return;
    const now = clock.now();
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
    // To the address as it was registered: what was typed may differ from it in case.
    await queueMail(trx, first.email, { kind: 'password_reset', params });
  });
}
