/**
 * Every encrypted column. Its values are written with `Cipher.encrypt` for the place
 * `table.column:id`, so the table has an integer `id`. `npm run keys:rotate` reads this list.
 */
export type EncryptedColumn = { table: string; column: string };

export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  { table: 'conversations', column: 'subject' },
  { table: 'conversation_messages', column: 'text' },
  { table: 'conversation_notes', column: 'text' },
  { table: 'attachments', column: 'filename' },
  { table: 'attachments', column: 'file_key' },
  { table: 'attachments', column: 'sha256' },
  { table: 'second_factors', column: 'secret' },
  { table: 'build_files', column: 'seal' },
  { table: 'orders', column: 'case_description_sealed' },
  { table: 'order_events', column: 'note_sealed' },
  { table: 'order_notes', column: 'text_sealed' },
  { table: 'order_steps', column: 'note_sealed' },
  { table: 'refunds', column: 'reason_sealed' },
  { table: 'refund_requests', column: 'reason_sealed' },
  { table: 'refund_requests', column: 'note_sealed' },
  { table: 'refund_proposals', column: 'note_sealed' },
  { table: 'refund_proposals', column: 'decision_note_sealed' },
];
