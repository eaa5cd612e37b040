import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { AdminConversation } from '#shared/features/consultations/admin-schemas.ts';
import { type Conversation, LAST_MESSAGE_CHARACTERS, type Message } from '#shared/features/consultations/schemas.ts';
import { reopensUntil } from '#shared/rules/conversation-status.ts';
import { type ReadingDeps, readText } from '../consultation-deps.ts';
import type { ConversationView } from './conversations.queries.ts';

type Author = Message['author'];

const UNNAMED: Record<Author['kind'], string> = { customer: '고객', staff: '담당자', system: '시스템' };

/** An author as people read it. */
export function presentAuthor(kind: Author['kind'], name: string | null): Author {
  return { kind, name: (kind !== 'system' && name) || UNNAMED[kind] };
}

function presentLast(deps: ReadingDeps, row: ConversationView): Conversation['last_message'] {
  const { last_id, last_text, last_author_kind, last_at } = row;
  if (last_id === null || last_text === null || last_author_kind === null || last_at === null) return null;
  const text = readText(deps, last_text, `conversation_messages.text:${last_id}`);
  return {
    text: [...text].slice(0, LAST_MESSAGE_CHARACTERS).join(''),
    author: presentAuthor(last_author_kind, row.last_author_name),
    attachment_count: row.last_attachment_count,
    created_at: wireTime(last_at),
  };
}

/** A conversation as its reader sees it. */
export function presentConversation(deps: ReadingDeps, row: ConversationView): Conversation {
  const { assignee_id, closed_at } = row;
  return {
    id: row.id,
    subject: readText(deps, row.subject, `conversations.subject:${row.id}`),
    order_id: row.order_id,
    room: row.room,
    service_id: row.service_id,
    previous_id: row.previous_id,
    status: row.status,
    hold_until: row.hold_until,
    assignee: assignee_id === null ? null : { id: assignee_id, name: row.assignee_name || UNNAMED.staff },
    unread: row.unread,
    last_seq: row.last_seq,
    customer_read_seq: row.customer_read_seq,
    last_message: presentLast(deps, row),
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    closed_at: wireTimeOrNull(closed_at),
    reopens_until: closed_at && wireTime(reopensUntil(closed_at)),
    version: row.version,
  };
}

/** The same as administrators see it. */
export function presentAdminConversation(deps: ReadingDeps, row: ConversationView): AdminConversation {
  return {
    ...presentConversation(deps, row),
    customer: { id: row.user_id, fullname: row.customer_name, user_id: row.customer_login },
    waiting_since: wireTimeOrNull(row.waiting_since),
    order_number: row.order_number,
  };
}
