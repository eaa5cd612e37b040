import { formatDate } from '#shared/format/dates.ts';
import { Button } from '../button.tsx';
import { CopyButton } from './copy-button.tsx';

type Link = { url: string; expires_at: string };

/** The link of an invitation. Some browsers have no share sheet; the link can be copied in all. */
export function LinkToShare({ invitation: { url, expires_at } }: { invitation: Link }) {
  const handleShare = async () => {
    try {
      await navigator.share({ url });
    } catch (error) {
      // The person closed the sheet.
      console.warn('Could not share:', error);
    }
  };
  return (
    <div className="mt-4 rounded border border-line bg-paper px-4 py-3">
      <p className="text-small">
        <span className="break-all">{url}</span>
        <CopyButton text={url} subject="초대 링크" />
      </p>
      <p className="mt-1 text-caption text-ink-500 tabular-nums">{`${formatDate(expires_at)}까지`}</p>
      {'share' in navigator && (
        <Button kind="secondary" className="mt-2" onClick={() => void handleShare()}>
          다른 앱으로 전달
        </Button>
      )}
    </div>
  );
}
