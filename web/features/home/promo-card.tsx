import { useEffect } from 'react';
import { BOOK } from '#content/book.ts';
import { FIRM } from '#content/firm.ts';
import { reportSelectPromotion } from '#web/lib/analytics/analytics.ts';
import { BookCover } from '#web/ui/artwork/book-cover.tsx';

const BOOK_PROMOTION = {
  promotion_id: 'book',
  promotion_name: BOOK.title,
  creative_name: 'book_popup',
  creative_slot: 'home',
} as const;

type Props = { onClose: () => void; onSnooze: () => void };

const QUIET_BUTTON =
  'min-h-11 flex-1 rounded border border-ink-500 px-3 font-semibold text-small text-ink-900 transition-colors duration-150 hover:bg-olive-100';

/**
 * The book, offered once per session: a card in the corner, on a phone a low sheet at the bottom.
 * Not modal: the page below stays usable and keeps the focus.
 */
export function PromoCard({ onClose, onSnooze }: Props) {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      // Esc in a dialog or the menu above belongs to that.
      if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [onClose]);

  return (
    <dialog
      open
      aria-labelledby="promo-title"
      aria-describedby="promo-subtitle"
      className="promo-card fixed inset-x-0 top-auto bottom-0 z-20 m-0 w-full max-w-none overflow-y-auto border-line border-t bg-surface px-5 pt-4 pb-[max(16px,env(safe-area-inset-bottom))] text-ink-700 shadow-float low:static sm:inset-x-auto sm:right-6 sm:bottom-6 sm:w-[372px] sm:rounded-card sm:border sm:p-5"
    >
      <div className="flex gap-4">
        <BookCover title={BOOK.title} publisher={FIRM.name} className="w-14 shrink-0 self-start sm:w-20" />
        <div className="min-w-0">
          <h2 id="promo-title" className="text-h4 text-ink-900">
            {BOOK.title}
          </h2>
          <p id="promo-subtitle" className="mt-0.5 text-pretty text-small">
            {BOOK.subtitle}
          </p>
        </div>
      </div>
      <a
        href={BOOK.url}
        target="_blank"
        rel="noopener noreferrer"
        onClick={() => reportSelectPromotion(BOOK_PROMOTION)}
        className="mt-3 flex min-h-11 items-center justify-center rounded bg-olive-700 px-4 font-semibold text-paper text-small transition-colors duration-150 hover:bg-ink-900"
      >
        서점에서 보기 (새 창)
      </a>
      <div className="mt-2 flex gap-2">
        <button type="button" onClick={onSnooze} className={QUIET_BUTTON}>
          7일간 보지 않기
        </button>
        <button type="button" onClick={onClose} className={QUIET_BUTTON}>
          닫기
        </button>
      </div>
    </dialog>
  );
}
