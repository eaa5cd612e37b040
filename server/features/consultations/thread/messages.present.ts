import { presentAttachment } from '#server/features/attachments/attachments.lookup.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import type { Message } from '#shared/features/consultations/schemas.ts';
import { type ReadingDeps, readText } from '../consultation-deps.ts';
import { presentAuthor } from './conversations.present.ts';
import type { EntryRow } from './messages.queries.ts';

const HIDDEN_STEP = '진행 단계를 마쳤습니다.';

/** An entry of a thread as `readerId` sees it. */
export function presentMessage(deps: ReadingDeps, row: EntryRow, readerId: number): Message {
  const table = row.kind === 'note' ? 'conversation_notes' : 'conversation_messages';
  return {
    id: row.id,
    seq: row.seq,
    note: row.note,
    client_id: row.client_id,
    kind: row.kind,
    event: row.event,
    author: presentAuthor(row.author_kind, row.author_name),
    is_own: row.author_id === readerId,
    text: row.isHidden ? HIDDEN_STEP : readText(deps, row.text, `${table}.text:${row.id}`),
    attachments: row.attachments.map((file) => presentAttachment(deps.dataKeys, file)),
    created_at: wireTime(row.created_at),
  };
}
