import { Dialog } from '@base-ui/react/dialog';
import { useRef } from 'react';
import { BOOK } from '#content/book.ts';
import { FIRM } from '#content/firm.ts';
import { BookCover } from '#web/ui/artwork/book-cover.tsx';

type Props = { onClose: () => void; onSnooze: () => void };

const QUIET_BUTTON =
  'min-h-11 flex-1 rounded border border-ink-500 px-4 font-semibold text-[15px] text-ink-900 transition-colors duration-150 hover:bg-olive-100';

/** The book, offered once a session. Esc, the backdrop and the button close it. */
export function PromoDialog({ onClose, onSnooze }: Props) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-ink-950/60" />
        <Dialog.Popup
          ref={popup}
          // The dialog itself: none of its buttons is put forward.
          initialFocus={popup}
          className="outline-none fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] max-w-[440px] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-[10px] bg-surface p-6 shadow-[0_16px_48px_rgb(11_19_32/0.28)] md:p-8"
        >
          <BookCover title={BOOK.title} publisher={FIRM.name} className="mx-auto w-[160px]" />
          <Dialog.Title className="mt-6 text-center font-semibold text-[22px]/[32px] text-ink-900">
            {BOOK.title}
          </Dialog.Title>
          <Dialog.Description className="mt-2 text-center text-ink-700">{BOOK.subtitle}</Dialog.Description>
          <a
            href={BOOK.url}
            target="_blank"
            rel="noopener noreferrer"
            className="mt-6 flex min-h-12 items-center justify-center rounded bg-olive-700 px-6 font-semibold text-paper transition-colors duration-150 hover:bg-ink-900"
          >
            서점에서 보기 (새 창)
          </a>
          <div className="mt-3 flex gap-3">
            <button type="button" onClick={onSnooze} className={QUIET_BUTTON}>
              7일간 보지 않기
            </button>
            <Dialog.Close className={QUIET_BUTTON}>닫기</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
