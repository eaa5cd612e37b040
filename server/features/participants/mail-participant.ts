import type { Trx } from '#server/db/transaction.ts';
import type { ParticipantChange } from '#server/features/mails/mail.ts';
import { queueMail } from '#server/features/mails/outbox.ts';

type Told = { userId: number; orderId: number; change: ParticipantChange };

/** Queues the mail to a person in a case, if the account has an address. */
export async function mailParticipant(trx: Trx, { userId, orderId, change }: Told): Promise<void> {
  const { email, verified_email, order_number } = await trx
    .selectFrom('users')
    .innerJoin('orders', (join) => join.on('orders.id', '=', orderId))
    .select(['users.email', 'users.verified_email', 'orders.order_number'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  if (email === '') return;
  const recipient = { address: email, isProven: verified_email === email };
  const params = { orderId, orderNumber: order_number, change };
  await queueMail(trx, recipient, { kind: 'participants_changed', params });
}
