import * as attachmentCalls from '#shared/features/attachments/calls.ts';
import type { Attachment } from '#shared/features/attachments/schemas.ts';
import { formatBytes } from '#shared/format/bytes.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import { urlOf } from '#web/lib/send.ts';

/** The files of a paper as links; one that is not scanned, or infected, cannot be opened. */
export function PaperFiles({ files }: { files: readonly Attachment[] }) {
  if (files.length === 0) return null;
  return (
    <ul>
      {files.map(({ id, filename, size, scan }) => (
        <li key={id} className="break-all">
          {scan === 'clean' || scan === 'off' ? (
            <a href={urlOf(attachmentCalls.download, { params: { id } })} download={filename} className={ADMIN_LINK}>
              {filename}
              <span className="sr-only"> 내려받기</span>
            </a>
          ) : (
            <span className="text-ink-900">
              {`${filename} (${scan === 'pending' ? '검사하고 있습니다' : '악성 코드가 발견되어 열 수 없습니다'})`}
            </span>
          )}
          <span className="ml-2 text-ink-500">{formatBytes(size)}</span>
        </li>
      ))}
    </ul>
  );
}
