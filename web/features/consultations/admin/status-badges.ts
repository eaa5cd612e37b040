import type { ConversationStatus } from '#shared/rules/conversation-status.ts';
import type { BadgeKind } from '#web/ui/badge.tsx';

export const STATUS_BADGES: Record<ConversationStatus, BadgeKind> = {
  waiting: 'danger',
  answered: 'success',
  on_hold: 'info',
  closed: 'quiet',
};
