import { z } from 'zod';
import { pageQuery, searchText } from '#shared/contract/admin-lists.ts';
import {
  day,
  id,
  militaryStatus,
  orderStatus,
  requiredLine,
  requiredText,
  seenVersion,
  timestamp,
} from '#shared/contract/fields.ts';
import { CONVERSATION_STATUSES } from '#shared/rules/conversation-status.ts';
import { MAX_MESSAGE } from '#shared/rules/message-limits.ts';
import { caseRoom, conversation } from './schemas.ts';

const MAX_TITLE = 60;
const STATUS_MESSAGE = '상담 상태가 올바르지 않습니다.';
const ASSIGNEE_MESSAGE = '담당자가 올바르지 않습니다.';
const HOLD_MESSAGE = '보류할 날짜를 내일 이후로 선택해주세요.';
const VERSION_MESSAGE = '상담의 버전이 필요합니다.';

export const adminConversationsQuery = pageQuery.extend({
  status: z
    .enum(['all', ...CONVERSATION_STATUSES], { error: STATUS_MESSAGE })
    .default('all')
    .transform((status) => (status === 'all' ? undefined : status)),
  /** `me`, `none` or the id of an administrator. */
  assignee: z
    .string({ error: ASSIGNEE_MESSAGE })
    .regex(/^(me|none|[1-9]\d{0,8})$/, ASSIGNEE_MESSAGE)
    .optional()
    .transform((text) => (text === undefined || text === 'me' || text === 'none' ? text : Number(text))),
  q: searchText,
});
export type AdminConversationsQuery = z.input<typeof adminConversationsQuery>;

/**
 * In the inbox: the oldest waiting first, then the others by latest activity. `unread` is that of
 * the reader.
 */
export const adminConversation = conversation.extend({
  customer: z.object({ id, fullname: z.string(), user_id: z.string() }),
  /** When the first unanswered message arrived; null without one. */
  waiting_since: timestamp.nullable(),
  order_number: z.string().nullable(),
});
export type AdminConversation = z.infer<typeof adminConversation>;

/** `is_read_by_customer`: false once its client has left, or shares it no longer. */
export const adminCaseRoom = caseRoom.extend({ is_read_by_customer: z.boolean() });
export type AdminCaseRoom = z.infer<typeof adminCaseRoom>;

/** Holds what administrators see beside a conversation: the customer's last orders, and the soldiers. */
export const adminConversationDetail = adminConversation.extend({
  /** Those of its order; empty without one. */
  rooms: z.array(adminCaseRoom),
  service_title: z.string().nullable(),
  customer_contact: z.object({ phone: z.string(), email: z.string() }),
  customer_orders: z.array(
    z.object({
      id,
      order_number: z.string(),
      service_title: z.string(),
      status: orderStatus,
      soldier_name: z.string().nullable(),
      created_at: timestamp,
    }),
  ),
  customer_soldiers: z.array(
    z.object({ id, fullname: z.string(), relationship: z.string(), military_status: militaryStatus }),
  ),
});
export type AdminConversationDetail = z.infer<typeof adminConversationDetail>;

/** All that is left out stays. `version` is that of the conversation as the page shows it. */
export const updateConversationBody = z
  .object({
    status: z.enum(CONVERSATION_STATUSES, { error: STATUS_MESSAGE }).optional(),
    /**
     * Needed for `on_hold`: a day in Korea as `2026-12-01`, later than today. A timestamp counts as
     * its day.
     */
    hold_until: z.union([day(HOLD_MESSAGE), z.iso.datetime({ offset: true })], { error: HOLD_MESSAGE }).nullish(),
    /** An administrator, or null for none. */
    assignee_id: id.nullish(),
    version: z.int({ error: VERSION_MESSAGE }).min(1, VERSION_MESSAGE),
  })
  .refine((body) => body.status !== 'on_hold' || typeof body.hold_until === 'string', {
    error: HOLD_MESSAGE,
    path: ['hold_until'],
  });
export type UpdateConversationBody = z.input<typeof updateConversationBody>;

/** An administrator that a conversation can be assigned to. */
export const consultationAssignee = z.object({ id, name: z.string() });
export type Assignee = z.infer<typeof consultationAssignee>;

export const cannedReplyBody = z.object({
  title: requiredLine(MAX_TITLE, '제목을 입력해주세요.'),
  text: requiredText(MAX_MESSAGE, '내용을 입력해주세요.'),
});
export type CannedReplyBody = z.input<typeof cannedReplyBody>;

export const updateCannedReplyBody = cannedReplyBody.extend({ version: seenVersion });
export type UpdateCannedReplyBody = z.input<typeof updateCannedReplyBody>;
export type ValidUpdateCannedReplyBody = z.output<typeof updateCannedReplyBody>;

export const cannedReply = z.object({
  id,
  title: z.string(),
  text: z.string(),
  version: z.int(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type CannedReply = z.infer<typeof cannedReply>;

/** Oldest first. */
export const cannedRepliesQuery = pageQuery;
export type CannedRepliesQuery = z.input<typeof cannedRepliesQuery>;
