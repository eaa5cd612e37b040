import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { DropZone } from './thread/drop-zone.tsx';
import { FileButtons } from './thread/file-buttons.tsx';
import { UploadList } from './thread/upload-list.tsx';
import { UPLOAD_HINT, useUploads } from './thread/use-uploads.ts';

type Props = {
  /** The group's name, for screen readers. */
  label: string;
  sendLabel: string;
  /** Gets the ids of the uploaded files. */
  onSend: (attachmentIds: number[]) => Promise<unknown>;
};

/** Uploads files that belong to no message, such as those of a paper, and hands them over together. */
export function FileUpload({ label, sendLabel, onSend }: Props) {
  const uploads = useUploads({ initial: [], onChange: () => undefined });
  const { isBusy, problem, run } = useAction();
  const { items } = uploads;
  const ids = items.filter((item) => item.status === 'done').map(({ attachment }) => attachment.id);
  const handleSend = async () => {
    if (await run(() => onSend(ids))) uploads.clear();
  };
  return (
    <fieldset aria-label={label} className="min-w-0">
      <DropZone onFiles={uploads.add} className="grid gap-2">
        <UploadList uploads={uploads} />
        <div className="flex flex-wrap gap-2">
          <FileButtons onFiles={uploads.add} />
        </div>
        {items.length === 0 && <p className="text-caption text-ink-500">{UPLOAD_HINT}</p>}
        {problem && <Notice kind="danger">{problem}</Notice>}
        {items.length > 0 && (
          <Button
            isBusy={isBusy}
            disabled={ids.length < items.length}
            onClick={() => void handleSend()}
            className="justify-self-start"
          >
            {sendLabel}
          </Button>
        )}
      </DropZone>
    </fieldset>
  );
}
