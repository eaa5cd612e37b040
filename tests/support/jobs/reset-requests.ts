import { sendResetLinks } from '#server/features/accounts/recovery/send-reset-links.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { TestApp } from '#tests/support/app/app.ts';

/** Requests a new password for the address, past the call's limits, and handles it as the job does. */
export async function requestReset({ db, clock }: Pick<TestApp, 'db'> & { clock: Clock }, email: string) {
  await db.insertInto('reset_requests').values({ id: crypto.randomUUID(), email, due_at: clock.now() }).execute();
  await sendResetLinks({ db, clock });
}
