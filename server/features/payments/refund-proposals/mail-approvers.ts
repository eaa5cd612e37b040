import type { Trx } from '#server/db/transaction.ts';
import { queueMail, staffRecipient } from '#server/features/mails/outbox.ts';
import { isPermitted } from '#server/http/permitted.ts';
import type { PayableOrder } from '../order-money.ts';

/** Queues a mail to each administrator who may approve what another one proposed. */
export async function mailApprovers(trx: Trx, order: PayableOrder, proposedBy: number): Promise<void> {
  const approvers = await trx
    .selectFrom('users')
    .select('users.email')
    .where(isPermitted('money'))
    .where('users.id', '<>', proposedBy)
    .where('users.email', '<>', '')
    .execute();
  const params = { orderId: order.id, orderNumber: order.order_number };
  for (const email of new Set(approvers.map((approver) => approver.email))) {
    await queueMail(trx, staffRecipient(email), { kind: 'refund_proposed', params });
  }
}
