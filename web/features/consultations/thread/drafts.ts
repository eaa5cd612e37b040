import type { Attachment } from '#shared/features/attachments/schemas.ts';
import { readDrafts, writeDrafts } from '#web/lib/storage/storage.ts';
import type { PendingMessage } from './thread-state.ts';

/** Describes what a person has written in one place and not sent. Files are uploaded already. */
export type Draft = {
  text: string;
  /** The subject, where a conversation is begun. */
  subject: string;
  attachments: readonly Attachment[];
  /** Messages that were sent and not confirmed. */
  unsent: readonly PendingMessage[];
};

type Stored = { accountId: number; places: Record<string, Draft> };

const EMPTY: Draft = { text: '', subject: '', attachments: [], unsent: [] };

function isStored(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null && 'accountId' in value && 'places' in value;
}

function isDraft(draft: unknown): boolean {
  const { text, unsent, attachments }: Record<string, unknown> = { ...(draft ?? {}) };
  return typeof text === 'string' && Array.isArray(unsent) && Array.isArray(attachments);
}

/** The drafts of this account: those of another one are never shown. */
function read(accountId: number): Stored {
  try {
    const stored: unknown = JSON.parse(readDrafts() ?? 'null');
    if (isStored(stored) && stored.accountId === accountId) {
      return {
        accountId,
        places: Object.fromEntries(Object.entries(stored.places).filter(([, draft]) => isDraft(draft))),
      };
    }
  } catch {
    // Damaged: as if there were none.
  }
  return { accountId, places: {} };
}

/** The draft of a place, such as a conversation; an empty one where nothing was written. */
export function readDraft(accountId: number, place: string): Draft {
  return { ...EMPTY, ...read(accountId).places[place] };
}

/** Keeps a draft in this tab until it is sent, the tab is closed or its session ends. */
export function saveDraft(accountId: number, place: string, changes: Partial<Draft>): void {
  const stored = read(accountId);
  const draft = { ...EMPTY, ...stored.places[place], ...changes };
  const isEmpty = !draft.text && !draft.subject && draft.attachments.length === 0 && draft.unsent.length === 0;
  const { [place]: _old, ...others } = stored.places;
  const places = isEmpty ? others : { ...others, [place]: draft };
  writeDrafts(Object.keys(places).length > 0 ? JSON.stringify({ accountId, places }) : undefined);
}

/**
 * Changes a draft that is still kept: for messages that are confirmed after their page was left. A
 * logout may have deleted it meanwhile.
 */
export function changeKeptDraft(accountId: number, place: string, changes: Partial<Draft>): void {
  if (read(accountId).places[place]) saveDraft(accountId, place, changes);
}
