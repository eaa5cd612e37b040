import { type MouseEvent, useEffect, useRef } from 'react';
import { BOOK } from '#content/book.ts';
import { FIRM } from '#content/firm.ts';
import { reportSelectPromotion } from '#web/lib/analytics.ts';
import { BookCover } from '#web/ui/artwork/book-cover.tsx';

const BOOK_PROMOTION = {
  promotion_id: 'book',
  promotion_name: BOOK.title,
  creative_name: 'book_popup',
  creative_slot: 'home',
} as const;

type Props = { onClose: () => void; onSnooze: () => void };

const QUIET_BUTTON =
  'min-h-11 flex-1 rounded border border-ink-500 px-4 font-semibold text-small text-ink-900 transition-colors duration-150 hover:bg-olive-100';

/**
 * The book, offered once per session. Uses the browser's own modal dialog, which handles the focus
 * and saves the home page a dialog library.
 */
export function PromoDialog({ onClose, onSnooze }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Focus the panel itself, so that no button is emphasised.
    panel.current?.focus();
    return () => element?.close();
  }, []);

  const close = () => dialog.current?.close();
  // The event is asynchronous: ignore it if the dialog was opened again since.
  const handleClose = () => {
    if (!dialog.current?.open) onClose();
  };

  // A click on the backdrop targets the dialog itself; everything visible is inside its child.
  const handleClick = (event: MouseEvent) => {
    if (event.target === dialog.current) close();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Esc, which the browser handles
    <dialog
      ref={dialog}
      aria-labelledby="promo-title"
      aria-describedby="promo-subtitle"
      onClick={handleClick}
      onClose={handleClose}
      className="m-auto max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] max-w-[440px] overflow-y-auto rounded-card bg-surface text-ink-700 shadow-float backdrop:bg-ink-950/60"
    >
      <div ref={panel} tabIndex={-1} className="p-6 outline-none md:p-8">
        <BookCover title={BOOK.title} publisher={FIRM.name} className="mx-auto w-[160px]" />
        <h2 id="promo-title" className="mt-6 text-center text-h3 text-ink-900">
          {BOOK.title}
        </h2>
        <p id="promo-subtitle" className="mt-2 text-balance text-center">
          {BOOK.subtitle}
        </p>
        <a
          href={BOOK.url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => reportSelectPromotion(BOOK_PROMOTION)}
          className="mt-6 flex min-h-12 items-center justify-center rounded bg-olive-700 px-6 font-semibold text-paper transition-colors duration-150 hover:bg-ink-900"
        >
          서점에서 보기 (새 창)
        </a>
        <div className="mt-3 flex gap-3">
          <button
            type="button"
            onClick={() => {
              onSnooze();
              close();
            }}
            className={QUIET_BUTTON}
          >
            7일간 보지 않기
          </button>
          <button type="button" onClick={close} className={QUIET_BUTTON}>
            닫기
          </button>
        </div>
      </div>
    </dialog>
  );
}
