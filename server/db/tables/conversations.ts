import type { Generated, GeneratedAlways } from 'kysely';
import type { ScanState } from '#shared/features/attachments/schemas.ts';
import type { Room } from '#shared/rules/case-access/areas.ts';
import type { ConversationEvent, ConversationStatus } from '#shared/rules/conversation-status.ts';

export type ConversationsTable = {
  id: Generated<number>;
  /** The customer; of a shared room the client, who shares it. */
  user_id: number;
  /** Null where an event of the firm began it. */
  client_id: string | null;
  /** Encrypted, with its keyed index. */
  subject: Buffer;
  order_id: number | null;
  /** The part of a case that it belongs to; `buyer` without an order. */
  room: Generated<Room>;
  service_id: number | null;
  previous_id: number | null;
  status: ConversationStatus;
  /** A day in Korea as `2026-12-01`. */
  hold_until: string | null;
  assignee_id: number | null;
  version: Generated<number>;
  /** The administrator whose answer made the version. */
  version_by: Generated<number | null>;
  last_seq: Generated<number>;
  last_note: Generated<number>;
  /** How many messages each side wrote. */
  customer_count: Generated<number>;
  staff_count: Generated<number>;
  last_message_seq: number | null;
  last_staff_seq: Generated<number>;
  /** When the first unanswered message arrived. */
  waiting_since: Date | null;
  first_asked_at: Date | null;
  first_answered_at: Date | null;
  /** Minutes of office hours between the two. */
  first_response_minutes: number | null;
  reply_due_at: Date | null;
  reply_noticed_seq: Generated<number>;
  waiting_due_at: Date | null;
  created_at: Date;
  updated_at: Date;
  closed_at: Date | null;
  /** By the database's clock, for instances that missed a notification. */
  changed_at: Generated<Date>;
};

/** Describes what a customer can see. */
export type ConversationMessagesTable = {
  id: Generated<number>;
  conversation_id: number;
  seq: number;
  kind: 'message' | 'event';
  event: ConversationEvent | null;
  author_kind: 'customer' | 'staff' | 'system';
  author_id: number | null;
  client_id: string | null;
  text: Buffer;
  /** The conversation's counts, this message included. */
  customer_count: number;
  staff_count: number;
  created_at: Date;
};

/** Describes what only administrators see. */
export type ConversationNotesTable = {
  id: Generated<number>;
  conversation_id: number;
  note: number;
  seq: number;
  author_id: number;
  client_id: string;
  text: Buffer;
  created_at: Date;
};

export type ConversationReadsTable = {
  conversation_id: number;
  user_id: number;
  is_staff: boolean;
  seq: number;
  /** How many messages of the other side are up to `seq`. */
  read_count: number;
};

export type CannedRepliesTable = {
  id: GeneratedAlways<number>;
  title: string;
  text: string;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
};

export type AttachmentsTable = {
  id: Generated<number>;
  owner_id: number;
  /** True when administrators uploaded it. */
  is_staff: boolean;
  state: Generated<'uploading' | 'stored'>;
  /** None until a message or a note carries it. */
  conversation_id: number | null;
  message_id: number | null;
  note_id: number | null;
  /** The paper of a case that it was uploaded for. */
  paper_id: number | null;
  position: Generated<number>;
  /** Encrypted. */
  filename: Buffer;
  media_type: Generated<string>;
  size: Generated<number>;
  /** Encrypted: a plain hash tells who sent a known file. */
  sha256: Buffer;
  /** The key of the file's parts, encrypted. */
  file_key: Buffer;
  scan: Generated<ScanState>;
  preview: Generated<'none' | 'possible' | 'made'>;
  /** Null for a preview that was made before sizes were kept. */
  preview_size: number | null;
  /** The random name of its objects in the file store; null: its parts are in the database. */
  object_key: string | null;
  /** Since when it cannot be read as it was stored. */
  damaged_at: Date | null;
  created_at: Date;
};

/** Objects of the file store whose row is gone. */
export type FileRemovalsTable = {
  object_key: string;
  /** How many parts the file has; 0: not known. */
  parts: number;
  due_at: Generated<Date>;
};

/** At most 1 MiB each, encrypted. */
export type AttachmentPartsTable = { attachment_id: number; is_preview: boolean; number: number; bytes: Buffer };
