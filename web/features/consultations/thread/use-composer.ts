import { useRef, useState } from 'react';
import { MAX_MESSAGE, TYPING_MS } from '#shared/rules/message-limits.ts';
import { type Draft, readDraft, saveDraft } from './drafts.ts';
import type { OutgoingMessage, ThreadSource } from './thread-source.ts';
import type { ThreadStore } from './thread-store.ts';
import { placeOf } from './use-thread.ts';
import { type Uploads, useUploads } from './use-uploads.ts';

export type Composer = {
  text: string;
  setText: (text: string) => void;
  uploads: Uploads;
  /** Why the message cannot be sent as it is; undefined where it can, or where nothing is in it. */
  obstacle: string | undefined;
  canSend: boolean;
  send: () => void;
};

/** Returns what keeps a message from being sent, in a sentence. */
export function obstacleOf(text: string, { items }: Pick<Uploads, 'items'>): string | undefined {
  const length = [...text].length;
  if (length > MAX_MESSAGE) {
    const [now, most] = [length, MAX_MESSAGE].map((count) => count.toLocaleString('ko-KR'));
    return `${most}자까지 보낼 수 있습니다. (현재 ${now}자)`;
  }
  if (items.some(({ status }) => status === 'uploading')) return '파일을 올리고 있습니다. 끝나면 보낼 수 있습니다.';
  if (items.some(({ status }) => status === 'failed')) return '올리지 못한 파일을 다시 올리거나 빼주세요.';
  return undefined;
}

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
  const place = placeOf(source);
  const [draft] = useState(() => readDraft(accountId, place));
  const [text, setStateText] = useState(draft.text);
  const reportedAt = useRef(Number.NEGATIVE_INFINITY);
  const save = (changes: Partial<Draft>) => saveDraft(accountId, place, changes);
  const uploads = useUploads({ initial: draft.attachments, onChange: (attachments) => save({ attachments }) });

  const setText = (value: string) => {
    setStateText(value);
    save({ text: value });
    const now = performance.now();
    if (value.trim() === '' || now - reportedAt.current < TYPING_MS) return;
    reportedAt.current = now;
    // The other side merely does not see it.
    source.reportTyping(kind).catch(() => undefined);
  };

  const isEmpty = text.trim() === '' && uploads.items.length === 0;
  const obstacle = obstacleOf(text.trim(), uploads);
  const canSend = !isEmpty && obstacle === undefined;
  const send = () => {
    if (!canSend) return;
    const attachments = uploads.items.filter((item) => item.status === 'done').map((item) => item.attachment);
    store.send({ kind, text: text.trim(), attachments });
    setStateText('');
    save({ text: '', attachments: [] });
    uploads.clear();
    reportedAt.current = Number.NEGATIVE_INFINITY;
  };
  return { text, setText, uploads, obstacle, canSend, send };
}
