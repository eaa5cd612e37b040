import { useEffect, useRef, useState } from 'react';
import * as attachmentCalls from '#shared/features/attachments/calls.ts';
import type { Attachment } from '#shared/features/attachments/schemas.ts';
import { formatBytes } from '#shared/format/bytes.ts';
import { ATTACHMENT_EXTENSIONS, MAX_ATTACHMENT_BYTES, MAX_MESSAGE_ATTACHMENTS } from '#shared/rules/message-limits.ts';
import { errorMessage } from '#web/lib/api-error.ts';
import { newUuid } from '#web/lib/new-uuid.ts';
import { uploadFile } from '#web/lib/upload-file.ts';

/** A file beside the text that is being written. */
export type Upload = { key: string; name: string; size: number } & (
  | { status: 'uploading'; part: number }
  | { status: 'failed'; problem: string; file: File }
  | { status: 'done'; attachment: Attachment }
);

export type Uploads = {
  items: readonly Upload[];
  /** Why files were not taken. */
  problem: string | undefined;
  add: (files: readonly File[]) => void;
  /** Cancels an upload, or takes a file away. */
  remove: (key: string) => void;
  retry: (key: string) => void;
  clear: () => void;
};

/** `accept` of a file input. */
export const ACCEPTED_FILES = ATTACHMENT_EXTENSIONS.map((extension) => `.${extension}`).join(',');

export const UPLOAD_HINT = `파일은 하나에 ${formatBytes(MAX_ATTACHMENT_BYTES)}까지, 한 번에 ${MAX_MESSAGE_ATTACHMENTS}개까지 보낼 수 있습니다.`;

function extensionOf({ name }: File): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** The server judges by content; these are refused before their bytes are sent. */
function refusalOf(file: File): string | undefined {
  if (file.size === 0) return '빈 파일입니다.';
  if (file.size > MAX_ATTACHMENT_BYTES) return `${formatBytes(MAX_ATTACHMENT_BYTES)}보다 큰 파일입니다.`;
  if (!ATTACHMENT_EXTENSIONS.includes(extensionOf(file))) return '보낼 수 없는 종류의 파일입니다.';
  return undefined;
}

function doneOf(attachment: Attachment): Upload {
  const { id, filename, size } = attachment;
  return { key: `file-${id}`, name: filename, size, status: 'done', attachment };
}

type Settings = {
  /** Files of a draft, which are uploaded already. */
  initial: readonly Attachment[];
  /** Gets the files that are uploaded. */
  onChange: (attachments: readonly Attachment[]) => void;
};

/**
 * Uploads files one by one while the text is written. Leaving the page ends what is not finished.
 */
export function useUploads({ initial, onChange }: Settings): Uploads {
  const [items, setItems] = useState<readonly Upload[]>(() => initial.map(doneOf));
  const [problem, setProblem] = useState<string>();
  const running = useRef(new Map<string, AbortController>());
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  useEffect(() => {
    const controllers = running.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);
  const done = items.filter((item) => item.status === 'done').map(({ attachment }) => attachment);
  const doneKey = done.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the set of files changes
  useEffect(() => onChange(done), [doneKey]);

  const replace = (key: string, change: (item: Upload) => Upload) =>
    setItems((now) => now.map((item) => (item.key === key ? change(item) : item)));

  const upload = async (key: string, file: File, controller: AbortController) => {
    const { signal } = controller;
    if (signal.aborted) return;
    const base = { key, name: file.name, size: file.size };
    try {
      const onProgress = (part: number) => replace(key, () => ({ ...base, status: 'uploading', part }));
      const attachment = await uploadFile(attachmentCalls.upload, file, { signal, onProgress });
      replace(key, () => ({ ...base, status: 'done', attachment }));
    } catch (error) {
      if (!signal.aborted) replace(key, () => ({ ...base, status: 'failed', problem: errorMessage(error), file }));
    } finally {
      running.current.delete(key);
    }
  };

  const start = (key: string, file: File) => {
    const controller = new AbortController();
    running.current.set(key, controller);
    queue.current = queue.current.then(() => upload(key, file, controller));
  };

  return {
    items,
    problem,
    add(files) {
      const left = MAX_MESSAGE_ATTACHMENTS - items.length;
      const refused = files.map((file) => ({ file, why: refusalOf(file) })).filter(({ why }) => why !== undefined);
      const fitting = files.filter((file) => refusalOf(file) === undefined);
      const taken = fitting.slice(0, left).map((file) => ({ key: newUuid(), file }));
      const problems = refused.map(({ file, why }) => `${file.name}: ${why}`);
      if (fitting.length > left) problems.push(`파일은 ${MAX_MESSAGE_ATTACHMENTS}개까지 첨부할 수 있습니다.`);
      setProblem(problems.length > 0 ? problems.join(' ') : undefined);
      setItems((now) => [
        ...now,
        ...taken.map(({ key, file: { name, size } }) => ({ key, name, size, status: 'uploading', part: 0 }) as const),
      ]);
      for (const { key, file } of taken) start(key, file);
    },
    remove(key) {
      running.current.get(key)?.abort();
      setProblem(undefined);
      setItems((now) => now.filter((item) => item.key !== key));
    },
    retry(key) {
      const item = items.find((candidate) => candidate.key === key);
      if (item?.status !== 'failed') return;
      const { name, size, file } = item;
      replace(key, () => ({ key, name, size, status: 'uploading', part: 0 }));
      start(key, file);
    },
    clear() {
      setProblem(undefined);
      setItems([]);
    },
  };
}
