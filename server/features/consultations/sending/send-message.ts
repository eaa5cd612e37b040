import { type Trx, transaction } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { consume, type Limit } from '#server/lib/limits/consume.ts';
import { DAY_MS, MINUTE_MS } from '#server/lib/time.ts';
import { canReopen } from '#shared/rules/conversation-status.ts';
import type { ConsultationDeps } from '../consultation-deps.ts';
import { type ConversationRow, findLatest, lockConversation } from '../thread/conversations.queries.ts';
import { type EntryRow, findSent } from '../thread/messages.queries.ts';
import { type Author, appendMessage } from './append-message.ts';
import { changesByCustomer } from './message-changes.ts';
import { checkRepeated } from './repeated.ts';

export type MessageContent = { clientId: string; text: string; attachmentIds: readonly number[] };
/** Messages of a customer, those that open conversations included: what is stored stays bounded. */
export function dailyMessages({ messagesPerMinute }: ConsultationDeps['limits']): Limit {
  return { name: 'messages-daily', points: 10 * messagesPerMinute, windowMs: DAY_MS };
}

export type Sent = { entry: EntryRow; isNew: boolean };

/** In a room of an order one conversation is open: a closed one is not reopened beside its successor. */
export async function checkReopening(trx: Trx, conversation: ConversationRow): Promise<void> {
  if (conversation.status !== 'closed' || conversation.order_id === null) return;
  const latest = await findLatest(trx, conversation);
  if (latest?.closed_at === null) throw new AppError('CONVERSATION_OPEN', { extra: { id: latest.id } });
}

/**
 * Sends a message of the customer. The conversation waits then, whatever it did before.
 * @throws AppError CONVERSATION_NOT_FOUND, CONVERSATION_CLOSED, CONVERSATION_OPEN,
 *   CLIENT_ID_REUSED, TOO_MANY_REQUESTS, VALIDATION_FAILED
 */
export async function sendMessage(
  deps: ConsultationDeps,
  customer: Omit<Author, 'isAdmin'>,
  conversationId: number,
  content: MessageContent,
): Promise<Sent> {
  const { db, clock, dataKeys, events, limits, deskHours } = deps;
  const cipher = await dataKeys.forWriting();
  const limit = { name: 'messages', points: limits.messagesPerMinute, windowMs: MINUTE_MS };
  const author = { id: customer.id, fullname: customer.fullname, isAdmin: false };
  return transaction(db, async (trx) => {
    const reader = { id: customer.id, isAdmin: false, now: clock.now() } as const;
    const conversation = await lockConversation(trx, reader, conversationId);
    const sent = await findSent(trx, conversationId, customer.id, content.clientId);
    if (sent) {
      checkRepeated(dataKeys, sent, { ...content, kind: 'message' });
      return { entry: sent, isNew: false };
    }
    const { now } = reader;
    if (conversation.closed_at && !canReopen(conversation.closed_at, now)) throw new AppError('CONVERSATION_CLOSED');
    await checkReopening(trx, conversation);
    await consume(trx, limit, String(customer.id));
    await consume(trx, dailyMessages(limits), String(customer.id));
    const changes = { ...changesByCustomer(conversation, now, deskHours), hold_until: null, closed_at: null };
    const entry = await appendMessage(trx, { cipher, events, now }, conversation, { ...content, author }, changes);
    return { entry, isNew: true };
  });
}
