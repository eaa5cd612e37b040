/**
 * Every encrypted column. Its values are written with `Cipher.encrypt` for the place
 * `table.column:id`, so the table has an integer `id`. `npm run keys:rotate` reads this list.
 */
export type EncryptedColumn = {
  table: string;
  column: string;
  /** The keyed index beside it, for texts that are searched. */
  grams?: string;
};

export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  { table: 'conversations', column: 'subject', grams: 'subject_grams' },
  { table: 'conversation_messages', column: 'text', grams: 'grams' },
  { table: 'conversation_notes', column: 'text', grams: 'grams' },
  { table: 'attachments', column: 'filename' },
  { table: 'attachments', column: 'file_key' },
  { table: 'second_factors', column: 'secret' },
];
