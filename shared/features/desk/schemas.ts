import { z } from 'zod';
import { id, requiredLine, timestamp } from '#shared/contract/fields.ts';
import { adminUserListItem } from '#shared/features/accounts/admin-schemas.ts';
import { adminOrderListItem } from '#shared/features/orders/admin-schemas.ts';
import { ORDER_STATUSES } from '#shared/rules/order-status.ts';

const count = z.int().min(0);

/** Holds what the navigation shows beside its entries; each counted up to 1,000. */
export const badges = z.object({
  /** Paid orders that no administrator has touched. */
  new_orders: count,
  refund_requests: count,
  /** Those whose due day is over. */
  overdue_refund_requests: count,
  /** Conversations in which the customer wrote last. */
  waiting_conversations: count,
});
export type Badges = z.infer<typeof badges>;

/** Orders of each filter of the list, together with all other filters; tasks are counted up to 1,000. */
export const orderCounts = z.object({
  status: z.record(z.enum(ORDER_STATUSES), count),
  tasks: z.object({
    /** Paid, and no administrator has touched it. */
    untouched: count,
    /** Paid and not closed: without an assignee, and of the caller. */
    unassigned: count,
    mine: count,
    /** Paid orders by their work; `open`: not closed. */
    waiting: count,
    in_progress: count,
    closed: count,
    open: count,
    /** Open cases of which a deadline or a step ends by the end of this week. */
    due_this_week: count,
    /** Paid and not called yet: all, and those whose promised time is over. */
    uncontacted: count,
    overdue: count,
    /** Open cases with a deadline in the next week or over, and those in which it is the firm's turn. */
    near_deadline: count,
    case_work: count,
    refund_requests: count,
    /** Orders with a refund that waits for a second administrator. */
    refund_approval: count,
    overdue_refund_request: count,
    /**
     * Orders with a refund that runs or was refused, an unconfirmed payment, an awaited deposit.
     */
    refund: count,
    refused_refund: count,
    unsettled: count,
    deposit: count,
  }),
});
export type OrderCounts = z.infer<typeof orderCounts>;

export const searchQuery = z.object({ q: requiredLine(100, '검색어를 입력해주세요.') });
export type SearchQuery = z.input<typeof searchQuery>;

const foundConversation = z.object({ id, subject: z.string(), customer: z.string() });
export type FoundConversation = z.infer<typeof foundConversation>;

/** The first few of each kind, newest first; services by position. */
export const searchAnswer = z.object({
  orders: z.array(adminOrderListItem),
  users: z.array(adminUserListItem),
  services: z.array(z.object({ id, title: z.string() })),
  /** For administrators with `consultations`; the oldest waiting first. */
  conversations: z.array(foundConversation),
});
export type SearchAnswer = z.infer<typeof searchAnswer>;

export const savedFilter = z.object({
  id,
  list: z.string(),
  name: z.string(),
  query: z.string(),
  /** For every administrator who opens the list; others than the owner can only use it. */
  is_shared: z.boolean(),
  is_own: z.boolean(),
  created_at: timestamp,
});
export type SavedFilter = z.infer<typeof savedFilter>;

export const FILTERED_LISTS = ['orders', 'users', 'services', 'mails', 'audit', 'refund-requests', 'chat'] as const;

/**
 * `query` as in an address, `status=completed&assignee=me`. The same name again replaces the
 * filter.
 */
export const saveFilterBody = z.object({
  list: z.enum(FILTERED_LISTS, { error: '목록의 종류가 올바르지 않습니다.' }),
  name: requiredLine(40, '필터의 이름을 입력해주세요.'),
  query: requiredLine(500, '저장할 조건을 선택해주세요.'),
  is_shared: z.boolean({ error: '함께 쓸지 선택해주세요.' }).optional(),
});
export type SaveFilterBody = z.input<typeof saveFilterBody>;

export const renameFilterBody = saveFilterBody.pick({ name: true });

/** Describes what a person decides when saving the present filter. */
export const nameFilterForm = saveFilterBody.pick({ name: true, is_shared: true }).required();
export type RenameFilterBody = z.infer<typeof renameFilterBody>;
