import type { NoticeKind } from '#shared/rules/notices/notices.ts';
import type { NoticeValues } from './mail.ts';

/** The path where the customer reads the rest, behind the login. */
export function noticePath(kind: NoticeKind, { orderId, conversationId, isStaff }: NoticeValues): string {
  if (kind === 'reply_waiting' && conversationId) return `/consult/${conversationId}`;
  if (isStaff && orderId) return `/admin/orders/${orderId}`;
  return orderId && kind !== 'new_device_login' ? `/orders/${orderId}` : '/profile';
}
