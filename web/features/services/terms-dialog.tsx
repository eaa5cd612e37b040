import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { termsQuery } from './api.ts';
import { RichText } from './rich-text.tsx';

type Props = { filename: string | undefined; onClose: () => void };

/** The text of one terms file, at most 800 px wide and 70 % of the window high (spec §9). */
export function TermsDialog({ filename, onClose }: Props) {
  return (
    <Dialog.Root open={filename !== undefined} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-ink-950/60" />
        <Dialog.Popup className="fixed top-1/2 left-1/2 z-50 flex max-h-[70vh] w-[calc(100vw-32px)] max-w-[800px] -translate-x-1/2 -translate-y-1/2 flex-col rounded-[10px] bg-surface shadow-[0_16px_48px_rgb(11_19_32/0.28)]">
          <Dialog.Title className="border-line border-b px-6 py-4 font-semibold text-[17px]/[29px] text-ink-900">
            약관 내용
          </Dialog.Title>
          <div
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
            tabIndex={0}
            className="min-h-[120px] flex-1 overflow-y-auto px-6 py-5 text-ink-700"
          >
            {filename !== undefined && <TermsText filename={filename} />}
          </div>
          <div className="border-line border-t px-6 py-3 text-right">
            <Dialog.Close className="min-h-11 rounded border border-ink-500 px-5 font-semibold text-ink-900 transition-colors duration-150 hover:bg-olive-100">
              닫기
            </Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function TermsText({ filename }: { filename: string }) {
  const terms = useQuery(termsQuery(filename));
  if (terms.isPending) return <p role="status">약관을 불러오고 있습니다.</p>;
  if (terms.isError) {
    return (
      <div role="alert">
        <p>약관을 불러오지 못했습니다.</p>
        <button
          type="button"
          onClick={() => void terms.refetch()}
          className="min-h-11 text-olive-700 underline underline-offset-4"
        >
          다시 시도
        </button>
      </div>
    );
  }
  return <RichText html={terms.data} />;
}
