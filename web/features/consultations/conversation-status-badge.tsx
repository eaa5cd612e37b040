import { type ConversationStatus, conversationStatusLabel } from '#shared/rules/conversation-status.ts';
import { Badge, type BadgeKind } from '#web/ui/badge.tsx';

const KINDS: Record<ConversationStatus, BadgeKind> = {
  waiting: 'info',
  answered: 'success',
  on_hold: 'olive',
  closed: 'quiet',
};

export function ConversationStatusBadge({ status }: { status: ConversationStatus }) {
  return <Badge kind={KINDS[status]}>{conversationStatusLabel(status)}</Badge>;
}
