import { useState } from 'react';
import * as attachmentCalls from '#shared/features/attachments/calls.ts';
import type { Attachment } from '#shared/features/attachments/schemas.ts';
import { formatBytes } from '#shared/format/bytes.ts';
import { urlOf } from '#web/lib/send.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { latePart } from '#web/ui/late/late-part.tsx';
import { CopyButton } from '#web/ui/sharing/copy-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

type Props = {
  attachment: Attachment;
  /** The picture of a message that is still being sent does not open: its dialog would close with the confirmation. */
  isSent?: boolean;
};

const FILE = 'flex min-h-11 items-center gap-2 hover:bg-olive-100 focus-visible:-outline-offset-2';

/** Loads with the first PDF that is opened. */
const PdfPages = latePart(async () => (await import('../pdf-pages.tsx')).PdfPages, {
  pending: <Skeleton className="h-[60vh] w-full" />,
  says: 'in place',
});

/** A file of a conversation: its preview or name, and its SHA-256, because it may be evidence. */
export function AttachmentView({ attachment, isSent = true }: Props) {
  const { filename, size, sha256, scan } = attachment;
  return (
    <div className="min-w-0 rounded border border-line bg-surface text-small text-ink-700">
      {scan === 'pending' && <Unavailable name={filename} reason="파일을 검사하고 있습니다. 잠시 후 열 수 있습니다." />}
      {scan === 'infected' && <Unavailable name={filename} reason="악성 코드가 발견되어 열 수 없는 파일입니다." />}
      {(scan === 'clean' || scan === 'off') && <FileLink attachment={attachment} isSent={isSent} />}
      <details className="border-line border-t px-3 text-caption">
        <summary className="flex min-h-11 items-center text-ink-500 md:min-h-8">
          {`${formatBytes(size)} · SHA-256 보기`}
          <span className="sr-only">{`: ${filename}`}</span>
        </summary>
        <p className="break-all pb-2 font-mono text-ink-700">
          {sha256}
          <CopyButton text={sha256} subject="SHA-256" />
        </p>
      </details>
    </div>
  );
}

function FileLink({ attachment, isSent }: Required<Props>) {
  const { id, filename, media_type, has_preview } = attachment;
  const isPdf = media_type === 'application/pdf' && isSent;
  const link = { href: urlOf(attachmentCalls.download, { params: { id } }), download: filename };
  if (isPdf) return <Pdf attachment={attachment} link={link} />;
  return (
    <>
      {has_preview && <Picture attachment={attachment} isSent={isSent} />}
      <a {...link} className={`${FILE} rounded p-3`}>
        <FileSymbol />
        <span className="min-w-0 break-all font-semibold text-ink-900">{filename}</span>
        <span className={has_preview ? 'ml-auto shrink-0 text-caption text-ink-500' : 'sr-only'}> 내려받기</span>
      </a>
    </>
  );
}

type PdfProps = { attachment: Attachment; link: { href: string; download: string } };

/** A PDF opens here, page by page; only 내려받기 fetches the file. */
function Pdf({ attachment: { id, filename }, link }: PdfProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className="flex items-stretch">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${filename} 열기`}
        onClick={() => setOpen(true)}
        className={`${FILE} min-w-0 flex-1 rounded-l p-3 text-left`}
      >
        <FileSymbol />
        <span className="min-w-0 break-all font-semibold text-ink-900">{filename}</span>
      </button>
      <a {...link} className={`${FILE} shrink-0 rounded-r px-3 text-caption text-ink-500`}>
        <span className="sr-only">{filename} </span>내려받기
      </a>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={filename}
        size="large"
        isSheet
        footer={
          <div className="flex flex-wrap justify-end gap-3">
            <a {...link} className={buttonClass('secondary')}>
              내려받기
            </a>
            <Button kind="secondary" onClick={close}>
              닫기
            </Button>
          </div>
        }
      >
        <PdfPages id={id} filename={filename} />
      </Dialog>
    </div>
  );
}

/**
 * A picture opens here, in the page; only the link below it fetches the file, and stands alone where
 * the picture cannot be drawn.
 */
function Picture({ attachment: { id, filename }, isSent }: Required<Props>) {
  const [isOpen, setOpen] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const preview = urlOf(attachmentCalls.download, { params: { id }, query: { preview: '1' } });
  if (isMissing) return null;
  const small = (
    <img
      src={preview}
      alt=""
      loading="lazy"
      onError={() => setMissing(true)}
      width={240}
      height={160}
      className="h-40 w-60 max-w-full rounded bg-paper object-contain"
    />
  );
  if (!isSent) return <div className="px-3 pt-3">{small}</div>;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${filename} 크게 보기`}
        onClick={() => setOpen(true)}
        className="block max-w-full rounded px-3 pt-3 focus-visible:-outline-offset-2"
      >
        {small}
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={filename} size="large" isSheet>
        <img
          src={preview}
          alt={filename}
          className="mx-auto max-h-[60vh] max-w-full object-contain max-sm:max-h-none"
        />
      </Dialog>
    </>
  );
}

function Unavailable({ name, reason }: { name: string; reason: string }) {
  return (
    <p className="p-3">
      <span className="block break-all font-semibold text-ink-900">{name}</span>
      {reason}
    </p>
  );
}

export function FileSymbol() {
  return (
    <svg viewBox="0 0 24 24" className="size-5 shrink-0 fill-none stroke-current" strokeWidth="1.5" aria-hidden="true">
      <path d="M6.5 3.5h7l4 4v13h-11zM13.5 3.5v4h4" />
    </svg>
  );
}
