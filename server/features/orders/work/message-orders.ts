import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { findSentAboutOrder, isCaseRead } from '#server/features/consultations/consultations.lookup.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { Seal } from '#server/lib/keys/sealed-text.ts';
import { consume } from '#server/lib/limits/consume.ts';
import { HOUR_MS } from '#server/lib/time.ts';
import type { OrderResult, TakenBack, ValidMessageOrdersBody } from '#shared/features/orders/work-schemas.ts';
import { lockOrder } from '../orders.moves.ts';
import { addPendingAct } from '../pending-acts.ts';
import { forEachOrder } from '../state/for-each-order.ts';

type Deps = { db: Db; clock: Clock; dataKeys: DataKeys };
type Message = { orderId: number; clientId: string; text: string };

/** Calls of one administrator, each for up to 200 orders. */
const LIMIT = { name: 'messages-to-orders', points: 20, windowMs: HOUR_MS };

/** Returns the text that waits or was sent for an order under this number; undefined where there is none. */
async function findText(trx: Trx, { dataKeys }: Deps, message: Omit<Message, 'text'> & { authorId: number }) {
  const waiting = await trx
    .selectFrom('pending_acts')
    .select(['id', 'text_sealed'])
    .where('order_id', '=', message.orderId)
    .where('client_id', '=', message.clientId)
    .executeTakeFirst();
  if (waiting) return dataKeys.readText(waiting.text_sealed, `pending_acts.text_sealed:${waiting.id}`);
  return findSentAboutOrder(trx, { dataKeys }, message);
}

function addMessage(deps: Deps, admin: ActingAdmin, seal: Seal, { orderId, clientId, text }: Message) {
  return transaction(deps.db, async (trx) => {
    const { id: actorId } = admin.actor;
    if (actorId === null) throw new AppError('ADMIN_FORBIDDEN');
    await lockOrder(trx, orderId);
    const now = deps.clock.now();
    if (!(await isCaseRead(trx, orderId, now))) throw new AppError('CONVERSATION_NOT_FOUND');
    const before = await findText(trx, deps, { orderId, clientId, authorId: actorId });
    if (before === text) return;
    if (before !== undefined) throw new AppError('CLIENT_ID_REUSED');
    const id = await nextId(trx, 'pending_acts');
    const text_sealed = seal(text, `pending_acts.text_sealed:${id}`);
    const act = {
      id,
      order_id: orderId,
      kind: 'message',
      actor_id: actorId,
      client_id: clientId,
      text_sealed,
    } as const;
    await addPendingAct(trx, { ...act, now });
    await recordAudit(trx, { ...admin, action: 'order.message', subjectType: 'order', subjectId: orderId });
  });
}

/**
 * Writes one message to the customers of several orders, each into the conversation of those who read the progress of
 * the case, a minute later. Returns the result of each.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function messageOrders(
  deps: Deps,
  admin: ActingAdmin,
  { order_ids: orderIds, client_id: clientId, text }: ValidMessageOrdersBody,
): Promise<OrderResult[]> {
  await consume(deps.db, LIMIT, String(admin.actor.id));
  const seal = await deps.dataKeys.forSealing();
  return forEachOrder(orderIds, (orderId) => addMessage(deps, admin, seal, { orderId, clientId, text }));
}

/** Takes an own message back from all orders whose customer has not got it. */
export function takeMessagesBack({ db }: Deps, admin: ActingAdmin, clientId: string): Promise<TakenBack> {
  return transaction(db, async (trx) => {
    const taken = await trx
      .deleteFrom('pending_acts')
      .where('client_id', '=', clientId)
      .where('actor_id', '=', admin.actor.id)
      .returning('order_id')
      .execute();
    for (const { order_id: subjectId } of taken) {
      await recordAudit(trx, { ...admin, action: 'order.take_message_back', subjectType: 'order', subjectId });
    }
    return { taken_back: taken.length };
  });
}
