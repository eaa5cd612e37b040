import { z } from 'zod';
import { pageQuery } from '#shared/contract/admin-lists.ts';
import { id, requiredLine, text, timestamp } from '#shared/contract/fields.ts';
import { attachment } from '#shared/features/attachments/schemas.ts';
import { ROOMS, type Room } from '#shared/rules/case-access/areas.ts';
import { CONVERSATION_EVENTS, CONVERSATION_STATUSES } from '#shared/rules/conversation-status.ts';
import { MAX_MESSAGE, MAX_MESSAGE_ATTACHMENTS, MAX_SUBJECT } from '#shared/rules/message-limits.ts';

/** The text of `last_message` is cut at so many characters. */
export const LAST_MESSAGE_CHARACTERS = 200;

const DEFAULT_MESSAGES = 50;
const MAX_MESSAGES = 200;
const SEQ_MESSAGE = '메시지 번호가 올바르지 않습니다.';
const FILES_MESSAGE = '첨부한 파일이 올바르지 않습니다.';
const NOTHING_MESSAGE = '메시지를 입력하거나 파일을 첨부해주세요.';

export const messageAuthor = z.object({
  kind: z.enum(['customer', 'staff', 'system']),
  /** As people read it; a fixed word where the account has no name. */
  name: z.string(),
});

export const lastMessage = z.object({
  text: z.string(),
  author: messageAuthor,
  attachment_count: z.int(),
  created_at: timestamp,
});

/** A conversation of a case: of the buyer and the firm, of the client and the firm, of all three. */
export const room = z.enum(ROOMS, { error: '대화방이 올바르지 않습니다.' });

/** A room of a case, with its open conversation or else the last one. */
export const caseRoom = z.object({ room, conversation_id: id.nullable() });

export const conversation = z.object({
  id,
  subject: z.string(),
  order_id: id.nullable(),
  /** Of a case: who reads it (contract §8); `buyer` without an order. */
  room,
  service_id: id.nullable(),
  /** The closed conversation that this one goes on from. */
  previous_id: id.nullable(),
  status: z.enum(CONVERSATION_STATUSES),
  /** A day in Korea as `2026-12-01`; only while the status is `on_hold`. */
  hold_until: z.string().nullable(),
  assignee: z.object({ id, name: z.string() }).nullable(),
  /** Messages of the other side that the reader has not read. */
  unread: z.int(),
  /** The number of the last message or event; 0 before the first. */
  last_seq: z.int(),
  /** How far the customer has read. */
  customer_read_seq: z.int(),
  last_message: lastMessage.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  closed_at: timestamp.nullable(),
  /** Until when a message of the customer reopens it; null unless it is closed. */
  reopens_until: timestamp.nullable(),
  /** Rises with each change of status, hold or assignee. */
  version: z.int(),
});
export type Conversation = z.infer<typeof conversation>;

export const message = z.object({
  id,
  /** 1, 2, 3 … without gaps. A note has that of the message before it. */
  seq: z.int(),
  /**
   * 1, 2, 3 … for notes, 0 for everything else. Administrators see messages in the order of (`seq`,
   * `note`).
   */
  note: z.int(),
  /** Null for events. */
  client_id: z.string().nullable(),
  kind: z.enum(['message', 'note', 'event']),
  /** Holds what an event reports; null for messages and notes. */
  event: z.enum(CONVERSATION_EVENTS).nullable(),
  author: messageAuthor,
  /** True when the reader wrote it. */
  is_own: z.boolean(),
  text: z.string(),
  attachments: z.array(attachment),
  created_at: timestamp,
});
export type Message = z.infer<typeof message>;

export const conversationsQuery = pageQuery;
export type ConversationsQuery = z.input<typeof conversationsQuery>;

const seqText = z
  .string({ error: SEQ_MESSAGE })
  .regex(/^\d{1,9}$/, SEQ_MESSAGE)
  .transform(Number);

/**
 * `after` gives the messages that follow, `before` the last ones that precede; without both the
 * last ones come.
 */
const messagesRange = z.object({
  after: seqText.optional(),
  before: seqText.optional(),
  limit: z
    .string({ error: '한 번에 볼 개수가 올바르지 않습니다.' })
    .regex(/^[1-9]\d*$/, '한 번에 볼 개수가 올바르지 않습니다.')
    .optional()
    .transform((digits) => Math.min(Number(digits ?? DEFAULT_MESSAGES), MAX_MESSAGES)),
});
const isOneSided = (query: { after?: unknown; before?: unknown }) =>
  query.after === undefined || query.before === undefined;
const ONE_SIDED = { error: SEQ_MESSAGE, path: ['before'] };

export const messagesQuery = messagesRange.refine(isOneSided, ONE_SIDED);
export type MessagesQuery = z.input<typeof messagesQuery>;

/** The position of a note belongs to it: `after=5&after_note=2`, `before=5&before_note=2`. */
export const adminMessagesQuery = messagesRange
  .extend({ after_note: seqText.optional(), before_note: seqText.optional() })
  .refine(isOneSided, ONE_SIDED);
export type AdminMessagesQuery = z.input<typeof adminMessagesQuery>;

const CLIENT_ID_MESSAGE = '메시지의 고유 번호가 필요합니다.';
export const clientId = z.guid({ error: CLIENT_ID_MESSAGE }).transform((uuid) => uuid.toLowerCase());

const messageText = text(MAX_MESSAGE, '메시지를 입력해주세요.');
const attachmentIds = z
  .array(id, { error: FILES_MESSAGE })
  .max(MAX_MESSAGE_ATTACHMENTS, `파일은 ${MAX_MESSAGE_ATTACHMENTS}개까지 첨부할 수 있습니다.`)
  .refine((ids) => new Set(ids).size === ids.length, FILES_MESSAGE)
  .nullish()
  .transform((ids) => ids ?? []);

const content = z.object({
  client_id: clientId,
  text: messageText.optional().default(''),
  attachment_ids: attachmentIds,
});
const saysSomething = (body: { text: string; attachment_ids: readonly number[] }) =>
  body.text !== '' || body.attachment_ids.length > 0;
const SAYS_SOMETHING = { error: NOTHING_MESSAGE, path: ['text'] };

export const sendMessageBody = content.refine(saysSomething, SAYS_SOMETHING);
export type SendMessageBody = z.input<typeof sendMessageBody>;

/** Messages of administrators; a note is never shown to the customer. */
export const adminSendMessageBody = content
  .extend({
    kind: z.enum(['message', 'note'], { error: '메시지 종류가 올바르지 않습니다.' }).default('message'),
  })
  .refine(saysSomething, SAYS_SOMETHING);
export type AdminSendMessageBody = z.input<typeof adminSendMessageBody>;

const optionalId = id.nullish().transform((value) => value ?? null);
const optionalRoom = room.nullish().transform((value) => value ?? undefined);
const isOfOrder = (body: { order_id: number | null; room: Room | undefined }) =>
  body.order_id !== null || body.room === undefined || body.room === 'buyer';
const ROOM_OF_ORDER = { error: '대화방은 주문의 상담에서만 선택할 수 있습니다.', path: ['room'] };

export const openConversationBody = content
  .extend({
    subject: requiredLine(MAX_SUBJECT, '상담 제목을 입력해주세요.'),
    order_id: optionalId,
    /** Left out: the own room of the caller. */
    room: optionalRoom,
    service_id: optionalId,
    /**
     * An own closed conversation that this one goes on from. For an order it is found by itself.
     */
    previous_id: optionalId,
  })
  .refine(isOfOrder, ROOM_OF_ORDER)
  .refine(saysSomething, SAYS_SOMETHING);
export type OpenConversationBody = z.input<typeof openConversationBody>;

const RECIPIENT_MESSAGE = '주문이나 회원 가운데 하나를 지정해주세요.';

/** A conversation that an administrator begins, about an order or with an account. */
export const beginConversationBody = content
  .extend({
    order_id: optionalId,
    user_id: optionalId,
    /** Left out: that of the buyer. */
    room: optionalRoom,
    /** Of a conversation that this makes; left out: the order's number, or the first line of the text. */
    subject: requiredLine(MAX_SUBJECT, '상담 제목을 입력해주세요.').nullish(),
  })
  .refine(({ order_id, user_id }) => (order_id === null) !== (user_id === null), {
    error: RECIPIENT_MESSAGE,
    path: ['order_id'],
  })
  .refine(isOfOrder, ROOM_OF_ORDER)
  .refine(saysSomething, SAYS_SOMETHING);
export type BeginConversationBody = z.input<typeof beginConversationBody>;

/** A number beyond the end is taken as the end; a smaller one than before changes nothing. */
export const markReadBody = z.object({ seq: z.int({ error: SEQ_MESSAGE }).min(0, SEQ_MESSAGE) });
export type MarkReadBody = z.input<typeof markReadBody>;
export const readMark = z.object({ unread: z.int() });
export type ReadMark = z.infer<typeof readMark>;

/**
 * Over all own conversations; `has_conversations` is whether there is one that may get an answer.
 */
export const unreadCount = z.object({ unread: z.int(), has_conversations: z.boolean() });
export type UnreadCount = z.infer<typeof unreadCount>;

/** Tells whether the firm answers now, and when that changes: the desk closes, or opens. */
export const desk = z.object({ is_open: z.boolean(), changes_at: timestamp });
export type Desk = z.infer<typeof desk>;

/**
 * Administrators who write a note say so: the customer is not shown that they type. No body is that
 * of a message.
 */
export const adminTypingBody = z.object({
  kind: z.enum(['message', 'note'], { error: '메시지 종류가 올바르지 않습니다.' }).default('message'),
});
export type AdminTypingBody = z.input<typeof adminTypingBody>;
