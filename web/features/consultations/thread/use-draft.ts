import { useState } from 'react';
import { MAX_MESSAGE } from '#shared/rules/message-limits.ts';
import { type Draft, readDraft, saveDraft } from './drafts.ts';
import { type Uploads, useUploads } from './use-uploads.ts';

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

/** A text with its files that is being written: kept in this browser under `place` until it is cleared. */
export function useDraft(accountId: number, place: string) {
  const [draft] = useState(() => readDraft(accountId, place));
  const [text, setStateText] = useState(draft.text);
  const save = (changes: Partial<Draft>) => saveDraft(accountId, place, changes);
  const uploads = useUploads({ initial: draft.attachments, onChange: (attachments) => save({ attachments }) });
  const setText = (value: string) => {
    setStateText(value);
    save({ text: value });
  };
  const isEmpty = text.trim() === '' && uploads.items.length === 0;
  const obstacle = obstacleOf(text.trim(), uploads);
  const attachments = uploads.items.filter((item) => item.status === 'done').map((item) => item.attachment);
  const clear = () => {
    setStateText('');
    save({ text: '', attachments: [] });
    uploads.clear();
  };
  return { text, setText, uploads, obstacle, canSend: !isEmpty && obstacle === undefined, attachments, clear };
}
