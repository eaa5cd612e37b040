import { useRef } from 'react';
import { TYPING_MS } from '#shared/rules/message-limits.ts';
import type { OutgoingMessage, ThreadSource } from './thread-source.ts';
import type { ThreadStore } from './thread-store.ts';
import { useDraft } from './use-draft.ts';
import { placeOf } from './use-thread.ts';
import type { Uploads } from './use-uploads.ts';

export type Composer = {
  text: string;
  setText: (text: string) => void;
  uploads: Uploads;
  /** Why the message cannot be sent as it is; undefined where it can, or where nothing is in it. */
  obstacle: string | undefined;
  canSend: boolean;
  send: () => void;
};

type Settings = {
  source: ThreadSource;
  store: ThreadStore;
  accountId: number;
  kind?: OutgoingMessage['kind'];
};

/**
 * The message that is being written in a conversation: kept in this browser until it is sent,
 * reported to the other side as typing.
 */
export function useComposer({ source, store, accountId, kind = 'message' }: Settings): Composer {
  const { attachments, clear, ...draft } = useDraft(accountId, placeOf(source));
  const reportedAt = useRef(Number.NEGATIVE_INFINITY);

  const setText = (value: string) => {
    draft.setText(value);
    const now = performance.now();
    if (value.trim() === '' || now - reportedAt.current < TYPING_MS) return;
    reportedAt.current = now;
    // The other side merely does not see it.
    source.reportTyping(kind).catch(() => undefined);
  };

  const send = () => {
    if (!draft.canSend) return;
    store.send({ kind, text: draft.text.trim(), attachments });
    clear();
    reportedAt.current = Number.NEGATIVE_INFINITY;
  };
  return { ...draft, setText, send };
}
