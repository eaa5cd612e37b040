import type { PushKind } from '#shared/features/push/push-kinds.ts';

type PushText = { title: string; path: string };

/** A push names no person and no content: it is shown on locked screens, and passes through other firms. */
export const PUSH_TEXTS: Readonly<Record<PushKind, PushText>> = {
  message: { title: '새 상담 메시지가 있습니다.', path: '/admin/chat' },
  order: { title: '새 주문이 있습니다.', path: '/admin/orders' },
  refund: { title: '새 환불 요청이 있습니다.', path: '/admin/refund-requests' },
};
