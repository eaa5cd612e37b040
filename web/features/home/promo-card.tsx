import { useEffect } from 'react';
import { BOOK } from '#content/book.ts';
import { FIRM } from '#content/firm.ts';
import { reportSelectPromotion } from '#web/lib/analytics/analytics.ts';
import { BookCover } from '#web/ui/artwork/book-cover.tsx';
import { TEXT_LINK } from '#web/ui/button-class.ts';

const BOOK_PROMOTION = {
  promotion_id: 'book',
  promotion_name: BOOK.title,
  creative_name: 'book_popup',
  creative_slot: 'home',
} as const;

/**
 * The book, offered once per session: a card in the corner, on a phone one line at the bottom.
 * Not modal: the page below stays usable and keeps the focus.
 */
export function PromoCard({ onClose }: { onClose: () => void }) {
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
      className="promo-card fixed inset-x-0 top-auto bottom-0 z-20 m-0 flex w-full max-w-none items-center gap-4 overflow-y-auto border-line border-t bg-surface px-5 pt-2 pb-[max(8px,env(safe-area-inset-bottom))] text-ink-700 shadow-float low:static sm:inset-x-auto sm:right-6 sm:bottom-6 sm:w-[340px] sm:rounded-card sm:border sm:p-4"
    >
      <BookCover title={BOOK.title} publisher={FIRM.name} className="w-11 shrink-0 sm:w-16" />
      <div className="min-w-0 grow">
        <h2 id="promo-title" className="text-ink-900 text-small font-semibold sm:text-h4">
          {BOOK.title}
        </h2>
        <p id="promo-subtitle" className="text-pretty text-small max-sm:sr-only">
          {BOOK.subtitle}
        </p>
        <a
          href={BOOK.url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => reportSelectPromotion(BOOK_PROMOTION)}
          className={TEXT_LINK}
        >
          서점에서 보기 (새 창)
        </a>
      </div>
      <button
        type="button"
        onClick={onClose}
        aria-label="닫기"
        className="-mr-2 grid size-11 shrink-0 place-items-center self-start rounded text-ink-900 hover:bg-olive-100"
      >
        <svg viewBox="0 0 24 24" className="size-5 fill-none stroke-2 stroke-current" aria-hidden="true">
          <path d="m5 5 14 14M19 5 5 19" />
        </svg>
      </button>
    </dialog>
  );
}
