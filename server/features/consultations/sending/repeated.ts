import { AppError } from '#server/lib/errors.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import type { EntryRow } from '../thread/messages.queries.ts';

type Content = { kind: 'message' | 'note'; text: string; attachmentIds: readonly number[] };

/**
 * Checks that a repeated `client_id` repeats what was sent under it.
 * @throws AppError CLIENT_ID_REUSED
 */
export function checkRepeated(dataKeys: DataKeys, sent: EntryRow, content: Content): void {
  const table = sent.kind === 'note' ? 'conversation_notes' : 'conversation_messages';
  const isSame =
    sent.kind === content.kind &&
    dataKeys.decryptText(sent.text, `${table}.text:${sent.id}`) === content.text &&
    sent.attachments.map(({ id }) => id).join() === content.attachmentIds.join();
  if (!isSame) throw new AppError('CLIENT_ID_REUSED');
}
