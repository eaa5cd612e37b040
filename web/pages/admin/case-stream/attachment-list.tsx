import type { Attachment } from '#shared/features/attachments/schemas.ts';
import { AttachmentView } from '#web/features/consultations/thread/attachment-view.tsx';

/** Files outside a conversation, opened as those in it. */
export function AttachmentList({ files }: { files: readonly Attachment[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="grid max-w-[420px] gap-2">
      {files.map((file) => (
        <li key={file.id} className="min-w-0">
          <AttachmentView attachment={file} />
        </li>
      ))}
    </ul>
  );
}
