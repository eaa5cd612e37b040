import { useQuery } from '@tanstack/react-query';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { termsQuery } from '../api.ts';
import { RichText } from '../rich-text.tsx';

type Props = {
  filename: string | undefined;
  /** The version that is agreed to, if known. */
  version: number | undefined;
  onClose: () => void;
};

/** The text of one terms file, at most 800 px wide and 70 % of the window high (spec §9). */
export function TermsDialog({ filename, version, onClose }: Props) {
  return (
    <Dialog isOpen={filename !== undefined} onClose={onClose} title="약관 내용" size="large">
      {filename !== undefined && <TermsText filename={filename} version={version} />}
    </Dialog>
  );
}

function TermsText({ filename, version }: { filename: string; version: number | undefined }) {
  const { data, error, refetch } = useQuery(termsQuery(filename, version));
  if (data !== undefined) return <RichText html={data} />;
  if (error) return <LoadError subject="약관" error={error} onRetry={() => void refetch()} />;
  return <p role="status">약관을 불러오고 있습니다.</p>;
}
