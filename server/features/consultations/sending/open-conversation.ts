import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { transaction } from '#server/db/transaction.ts';
import { getCaseAccess } from '#server/features/participants/participants.access.ts';
import type { ConversationPlace } from '#server/features/participants/room-access.ts';
import { AppError } from '#server/lib/errors.ts';
import { consume } from '#server/lib/limits/consume.ts';
import { HOUR_MS } from '#server/lib/time.ts';
import type { Room } from '#shared/rules/case-access/areas.ts';
import { mayReadConversation, ownRoomOf } from '#shared/rules/case-access/case-access.ts';
import { canReopen } from '#shared/rules/conversation-status.ts';
import type { ConsultationDeps } from '../consultation-deps.ts';
import { waitingNoticeAt } from '../notices/due-times.ts';
import { type ConversationRow, type Customer, findLatest, getConversation } from '../thread/conversations.queries.ts';
import { findSent } from '../thread/messages.queries.ts';
import { type Author, appendMessage } from './append-message.ts';
import { insertConversation, lockCustomer } from './insert-conversation.ts';
import { checkRepeated } from './repeated.ts';
import { dailyMessages, type MessageContent } from './send-message.ts';

type NewConversation = MessageContent & {
  subject: string;
  orderId: number | null;
  /** Undefined: the own room of the person. */
  room: Room | undefined;
  serviceId: number | null;
  previousId: number | null;
};
type Deps = ConsultationDeps;

async function checkService(db: DbOrTrx, serviceId: number): Promise<void> {
  const service = await db
    .selectFrom('services')
    .select('id')
    .where('id', '=', serviceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!service) throw new AppError('SERVICE_NOT_FOUND');
}

/**
 * The room that the person begins a conversation in. That of all three is the client's, whose account is
 * locked like the person's.
 * @throws AppError ORDER_NOT_FOUND, CONVERSATION_NOT_FOUND for a room that the person does not read
 */
async function findPlace(
  trx: Trx,
  { id, now }: Customer,
  { orderId, room }: NewConversation,
): Promise<ConversationPlace> {
  if (orderId === null) return { user_id: id, order_id: null, room: 'buyer' };
  const access = await getCaseAccess(trx, id, orderId, now);
  const wanted = room ?? ownRoomOf(access.role);
  const ownerId = wanted === 'shared' ? access.clientId : id;
  if (wanted === undefined || ownerId === null || !mayReadConversation(access, { room: wanted, ownerId })) {
    throw new AppError('CONVERSATION_NOT_FOUND');
  }
  if (ownerId !== id) await lockCustomer(trx, ownerId);
  return { user_id: ownerId, order_id: orderId, room: wanted };
}

/** An own closed conversation that a new one goes on from. */
async function checkPrevious(db: DbOrTrx, customer: Customer, previousId: number): Promise<void> {
  const { user_id, status } = await getConversation(db, customer, previousId);
  if (user_id !== customer.id || status !== 'closed') throw new AppError('CONVERSATION_NOT_FOUND');
}

/**
 * The closed conversation of the room that a new one goes on from.
 * @throws AppError CONVERSATION_OPEN with the id of one that is open or can still be reopened
 */
async function findPreviousOfRoom(trx: Trx, place: ConversationPlace, now: Date): Promise<number | null> {
  const latest = await findLatest(trx, place);
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
  authorId: number,
  wanted: NewConversation,
): Promise<void> {
  const { id, subject, order_id, service_id } = conversation;
  const isSame =
    dataKeys.decryptText(subject, `conversations.subject:${id}`) === wanted.subject &&
    order_id === wanted.orderId &&
    service_id === wanted.serviceId;
  const first = await findSent(trx, id, authorId, wanted.clientId);
  if (!isSame || !first) throw new AppError('CLIENT_ID_REUSED');
  checkRepeated(dataKeys, first, { ...wanted, kind: 'message' });
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
    if (!(await lockCustomer(trx, customer.id))) throw new AppError('UNAUTHENTICATED');
    const reader: Customer = { id: customer.id, isAdmin: false, now: clock.now() };
    const place = await findPlace(trx, reader, wanted);
    const known = await findByClientId(trx, place.user_id, wanted.clientId);
    if (known) {
      await checkSameOpening(deps, trx, known, customer.id, wanted);
      return { id: known.id, isNew: false };
    }
    const { now } = reader;
    const { serviceId, previousId } = wanted;
    if (serviceId !== null) await checkService(trx, serviceId);
    if (previousId !== null) await checkPrevious(trx, reader, previousId);
    const previous = place.order_id === null ? previousId : await findPreviousOfRoom(trx, place, now);
    await consume(trx, limit, String(customer.id));
    await consume(trx, dailyMessages(limits), String(customer.id));
    const conversation = await insertConversation(trx, deps, {
      ...place,
      client_id: wanted.clientId,
      subject: wanted.subject,
      service_id: serviceId,
      previous_id: previous,
      status: 'waiting',
      waiting_since: now,
      waiting_due_at: waitingNoticeAt(now, deps.deskHours),
      first_asked_at: now,
      created_at: now,
    });
    const author = { id: customer.id, fullname: customer.fullname, isAdmin: false };
    await appendMessage(trx, { cipher, events, now }, conversation, { ...wanted, author }, {});
    return { id: conversation.id, isNew: true };
  });
}
