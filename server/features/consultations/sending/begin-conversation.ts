import { type Trx, transaction } from '#server/db/transaction.ts';
import { getOrderRow, type OrderRow } from '#server/features/orders/orders.moves.ts';
import { getCaseAccess } from '#server/features/participants/participants.access.ts';
import { type ConversationPlace, mayReadPlace } from '#server/features/participants/room-access.ts';
import { type ActingSession, requireStanding } from '#server/http/guards/standing.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Room } from '#shared/rules/case-access/areas.ts';
import { canReopen } from '#shared/rules/conversation-status.ts';
import { conversationSubject, orderSubject } from '#shared/rules/work/conversation-subject.ts';
import type { ConsultationDeps } from '../consultation-deps.ts';
import { type ConversationRow, findLatest, lockConversation } from '../thread/conversations.queries.ts';
import { findSent } from '../thread/messages.queries.ts';
import type { Author } from './append-message.ts';
import { insertConversation, lockCustomer } from './insert-conversation.ts';
import { checkRepeated } from './repeated.ts';
import { sendReply, type Writer } from './send-admin-message.ts';
import type { MessageContent } from './send-message.ts';

type Begun = MessageContent & {
  subject: string | undefined;
  /** An order, or else an account. */
  orderId: number | null;
  userId: number | null;
  /** Of the order; undefined: that of the buyer. */
  room: Room | undefined;
};
/** Where the message goes, and the subject of a conversation that is made for it. */
type Place = ConversationPlace & { subject: string };

/** @throws AppError CONVERSATION_NOT_FOUND for a room that its customer does not read now */
async function findRoom(trx: Trx, order: OrderRow, room: Room, now: Date): Promise<ConversationPlace> {
  const { clientId } = await getCaseAccess(trx, order.user_id, order.id, now);
  const place = { user_id: room === 'buyer' ? order.user_id : (clientId ?? 0), order_id: order.id, room };
  if (!(await mayReadPlace(trx, place.user_id, place, now))) throw new AppError('CONVERSATION_NOT_FOUND');
  return place;
}

/**
 * @throws AppError ORDER_NOT_FOUND, CONVERSATION_NOT_FOUND, USER_NOT_FOUND also for an account that is closed
 *   or an administrator's
 */
async function findPlace(trx: Trx, { orderId, userId, room, subject = '', text }: Begun, now: Date): Promise<Place> {
  if (orderId !== null) {
    const order = await getOrderRow(trx, orderId);
    const place = await findRoom(trx, order, room ?? 'buyer', now);
    return { ...place, subject: subject || orderSubject(order.order_number) };
  }
  const customer = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('role', '=', 'user')
    .executeTakeFirst();
  if (!customer) throw new AppError('USER_NOT_FOUND');
  return { user_id: customer.id, order_id: null, room: 'buyer', subject: conversationSubject({ subject, text }) };
}

/** The conversation to which the administrator sent a message of this `client_id` before. */
async function findSentTo(trx: Trx, { user_id, order_id, room }: Place, authorId: number, clientId: string) {
  const row = await trx
    .selectFrom('conversation_messages')
    .innerJoin('conversations', 'conversations.id', 'conversation_messages.conversation_id')
    .select('conversations.id')
    .where('conversations.user_id', '=', user_id)
    .where('conversations.order_id', 'is not distinct from', order_id)
    .where('conversations.room', '=', room)
    .where('conversation_messages.author_id', '=', authorId)
    .where('conversation_messages.client_id', '=', clientId)
    .executeTakeFirst();
  return row && { id: row.id, sent: await findSent(trx, row.id, authorId, clientId) };
}

/** The locked conversation that the message goes to; a new one where none is open or can be reopened. */
async function takeConversation(
  trx: Trx,
  deps: Pick<ConsultationDeps, 'dataKeys'>,
  place: Place,
  { writer, now }: { writer: Writer; now: Date },
): Promise<{ conversation: ConversationRow; isNew: boolean }> {
  const latest = await findLatest(trx, place);
  if (latest && (latest.closed_at === null || canReopen(latest.closed_at, now))) {
    return { conversation: await lockConversation(trx, writer, latest.id), isNew: false };
  }
  const conversation = await insertConversation(trx, deps, {
    ...place,
    previous_id: latest?.id ?? null,
    status: 'answered',
    created_at: now,
  });
  return { conversation, isNew: true };
}

/**
 * Sends a message of an administrator about an order or to an account: into the conversation that is open
 * or was closed lately, else into a new one (contract §9). The customer gets a notice as of any answer.
 * @throws AppError ORDER_NOT_FOUND, USER_NOT_FOUND, CONVERSATION_NOT_FOUND, CLIENT_ID_REUSED, VALIDATION_FAILED
 */
export async function beginConversation(
  deps: ConsultationDeps,
  { session, ...admin }: Omit<Author, 'isAdmin'> & { session: ActingSession | undefined },
  begun: Begun,
): Promise<{ id: number; isNew: boolean }> {
  const { db, clock, dataKeys } = deps;
  await dataKeys.forWriting();
  const writer: Writer = { id: admin.id, fullname: admin.fullname, isAdmin: true };
  return transaction(db, async (trx) => {
    if (session) await requireStanding(trx, admin.id, session);
    const now = clock.now();
    return sendTo(trx, deps, writer, await findPlace(trx, begun, now), begun);
  });
}

/**
 * Sends a message of an administrator to a place, once for its `client_id`.
 * @throws AppError USER_NOT_FOUND, CLIENT_ID_REUSED
 */
export async function sendTo(
  trx: Trx,
  deps: ConsultationDeps,
  writer: Writer,
  place: Place,
  content: MessageContent,
): Promise<{ id: number; isNew: boolean }> {
  if (!(await lockCustomer(trx, place.user_id))) throw new AppError('USER_NOT_FOUND');
  const known = await findSentTo(trx, place, writer.id, content.clientId);
  if (known?.sent) {
    checkRepeated(deps.dataKeys, known.sent, { ...content, kind: 'message' });
    return { id: known.id, isNew: false };
  }
  const { conversation, isNew } = await takeConversation(trx, deps, place, { writer, now: deps.clock.now() });
  await sendReply(trx, deps, conversation, writer, content);
  return { id: conversation.id, isNew };
}
