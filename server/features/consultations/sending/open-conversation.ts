import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { transaction } from '#server/db/transaction.ts';
import { getOwnOrderRow } from '#server/features/orders/orders.moves.ts';
import { AppError } from '#server/lib/errors.ts';
import { consume } from '#server/lib/limits/consume.ts';
import { HOUR_MS } from '#server/lib/time.ts';
import { canReopen } from '#shared/rules/conversation-status.ts';
import type { ConsultationDeps } from '../consultation-deps.ts';
import { waitingNoticeAt } from '../notices/due-times.ts';
import type { ConversationRow } from '../thread/conversations.queries.ts';
import { findSent } from '../thread/messages.queries.ts';
import { type Author, appendMessage } from './append-message.ts';
import { checkRepeated } from './repeated.ts';
import { dailyMessages, type MessageContent } from './send-message.ts';

type NewConversation = MessageContent & {
  subject: string;
  orderId: number | null;
  serviceId: number | null;
  previousId: number | null;
};
type Deps = ConsultationDeps;

/** Locks the account: its closing, and other openings of the same person, wait. */
async function lockCustomer(trx: Trx, userId: number): Promise<void> {
  const account = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!account) throw new AppError('UNAUTHENTICATED');
}

async function checkService(db: DbOrTrx, serviceId: number): Promise<void> {
  const service = await db
    .selectFrom('services')
    .select('id')
    .where('id', '=', serviceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!service) throw new AppError('SERVICE_NOT_FOUND');
}

/** An own closed conversation that a new one goes on from. */
async function checkPrevious(db: DbOrTrx, userId: number, previousId: number): Promise<void> {
  const previous = await db
    .selectFrom('conversations')
    .select('status')
    .where('id', '=', previousId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (previous?.status !== 'closed') throw new AppError('CONVERSATION_NOT_FOUND');
}

/**
 * The closed conversation of the order that a new one goes on from.
 * @throws AppError CONVERSATION_OPEN with the id of one that is open or can still be reopened
 */
async function findPreviousOfOrder(trx: Trx, orderId: number, now: Date): Promise<number | null> {
  const latest = await trx
    .selectFrom('conversations')
    .select(['id', 'closed_at'])
    .where('order_id', '=', orderId)
    // An open one first.
    .orderBy(sql`closed_at is null`, 'desc')
    .orderBy('closed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!latest) return null;
  if (latest.closed_at === null || canReopen(latest.closed_at, now)) {
    throw new AppError('CONVERSATION_OPEN', { extra: { id: latest.id } });
  }
  return latest.id;
}

async function findByClientId(trx: Trx, userId: number, clientId: string): Promise<ConversationRow | undefined> {
  return trx
    .selectFrom('conversations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

/** @throws AppError CLIENT_ID_REUSED */
async function checkSameOpening(
  { dataKeys }: Pick<Deps, 'dataKeys'>,
  trx: Trx,
  conversation: ConversationRow,
  wanted: NewConversation,
): Promise<void> {
  const { id, user_id, subject, order_id, service_id } = conversation;
  const isSame =
    dataKeys.decryptText(subject, `conversations.subject:${id}`) === wanted.subject &&
    order_id === wanted.orderId &&
    service_id === wanted.serviceId;
  const first = await findSent(trx, id, user_id, wanted.clientId);
  if (!isSame || !first) throw new AppError('CLIENT_ID_REUSED');
  checkRepeated(dataKeys, first, { ...wanted, kind: 'message' });
}

async function insertConversation(
  { dataKeys, deskHours }: Pick<Deps, 'dataKeys' | 'deskHours'>,
  trx: Trx,
  userId: number,
  wanted: NewConversation,
  previousId: number | null,
  now: Date,
): Promise<ConversationRow> {
  const cipher = await dataKeys.forWriting();
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('conversations', 'id')) as id`.execute(trx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('a sequence gives a number');
  return trx
    .insertInto('conversations')
    .values({
      id,
      user_id: userId,
      client_id: wanted.clientId,
      subject: cipher.encryptText(wanted.subject, `conversations.subject:${id}`),
      order_id: wanted.orderId,
      service_id: wanted.serviceId,
      previous_id: previousId,
      status: 'waiting',
      waiting_since: now,
      waiting_due_at: waitingNoticeAt(now, deskHours),
      first_asked_at: now,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Opens a conversation with its first message.
 * @throws AppError ORDER_NOT_FOUND, SERVICE_NOT_FOUND, CONVERSATION_NOT_FOUND, CONVERSATION_OPEN,
 * CLIENT_ID_REUSED, TOO_MANY_REQUESTS, VALIDATION_FAILED
 */
export async function openConversation(
  deps: Deps,
  customer: Omit<Author, 'isAdmin'>,
  wanted: NewConversation,
): Promise<{ id: number; isNew: boolean }> {
  const { db, clock, dataKeys, events, limits } = deps;
  const cipher = await dataKeys.forWriting();
  const limit = { name: 'conversations', points: limits.conversationsPerHour, windowMs: HOUR_MS };
  return transaction(db, async (trx) => {
    await lockCustomer(trx, customer.id);
    const known = await findByClientId(trx, customer.id, wanted.clientId);
    if (known) {
      await checkSameOpening(deps, trx, known, wanted);
      return { id: known.id, isNew: false };
    }
    const now = clock.now();
    const { orderId, serviceId, previousId } = wanted;
    if (serviceId !== null) await checkService(trx, serviceId);
    if (previousId !== null) await checkPrevious(trx, customer.id, previousId);
    if (orderId !== null) await getOwnOrderRow(trx, customer.id, orderId);
    const previous = orderId === null ? previousId : await findPreviousOfOrder(trx, orderId, now);
    await consume(trx, limit, String(customer.id));
    await consume(trx, dailyMessages(limits), String(customer.id));
    const conversation = await insertConversation(deps, trx, customer.id, wanted, previous, now);
    const author = { id: customer.id, fullname: customer.fullname, isAdmin: false };
    await appendMessage(trx, { cipher, events, now }, conversation, { ...wanted, author }, {});
    return { id: conversation.id, isNew: true };
  });
}
