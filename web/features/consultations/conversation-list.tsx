import { Link } from '@tanstack/react-router';
import type { Conversation } from '#shared/features/consultations/schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ConversationStatusBadge } from './conversation-status-badge.tsx';

/** The own conversations, latest activity first. */
export function ConversationList({ conversations }: { conversations: readonly Conversation[] }) {
  return (
    <ul className="overflow-hidden rounded-card border border-line bg-surface">
      {conversations.map((conversation) => (
        <li key={conversation.id} className="border-line border-b last:border-b-0">
          <Link
            to="/consult/$conversationId"
            params={{ conversationId: String(conversation.id) }}
            className="block px-5 py-4 transition-colors duration-150 hover:bg-paper focus-visible:-outline-offset-2"
          >
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 grow basis-60 font-semibold text-ink-900">{conversation.subject}</span>
              {conversation.unread > 0 && <Badge kind="danger">{`새 답변 ${conversation.unread}`}</Badge>}
              <ConversationStatusBadge status={conversation.status} />
            </span>
            <LastMessage conversation={conversation} />
            <span className="mt-1 block text-caption text-ink-500 tabular-nums">
              {conversation.order_id !== null && (conversation.room === 'shared' ? '함께 보는 상담 · ' : '내 사건 · ')}
              {formatDateTime(conversation.updated_at)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function LastMessage({ conversation: { last_message: last, room } }: { conversation: Conversation }) {
  if (!last) return null;
  const name = last.author.kind === 'customer' && room !== 'shared' ? '나' : last.author.name;
  const text = last.text === '' ? `파일 ${last.attachment_count}개` : last.text;
  return <span className="mt-1 line-clamp-2 text-small text-ink-700">{`${name}: ${text}`}</span>;
}
