/**
 * Every encrypted column. Its values are written with `Cipher.encrypt` for the place
 * `table.column:id`, so the table has an integer `id`. `npm run keys:rotate` reads this list.
 */
export type EncryptedColumn = {
  table: string;
  column: string;
  /**
   * The column with the same texts of earlier versions, which the rotation encrypts. `where` leaves
   * out the shop's own sentences.
   */
  plain?: { column: string; where?: string };
};

export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  { table: 'conversations', column: 'subject' },
  { table: 'conversation_messages', column: 'text' },
  { table: 'conversation_notes', column: 'text' },
  { table: 'attachments', column: 'filename' },
  { table: 'attachments', column: 'file_key' },
  { table: 'second_factors', column: 'secret' },
  { table: 'build_files', column: 'seal' },
  { table: 'orders', column: 'case_description_sealed', plain: { column: 'case_description' } },
  { table: 'order_events', column: 'note_sealed', plain: { column: 'note', where: "actor = 'admin'" } },
  { table: 'order_notes', column: 'text_sealed', plain: { column: 'text' } },
  { table: 'order_steps', column: 'note_sealed', plain: { column: 'note' } },
  { table: 'refunds', column: 'reason_sealed', plain: { column: 'reason', where: 'requested_by_id is not null' } },
  { table: 'refund_requests', column: 'reason_sealed', plain: { column: 'reason', where: "reason <> '-'" } },
  { table: 'refund_requests', column: 'note_sealed', plain: { column: 'note' } },
  { table: 'refund_proposals', column: 'note_sealed', plain: { column: 'note' } },
  { table: 'refund_proposals', column: 'decision_note_sealed', plain: { column: 'decision_note' } },
];
