import { BOOK } from '#content/book.ts';
import { FIRM } from '#content/firm.ts';
import { reportSelectPromotion } from '#web/lib/analytics/analytics.ts';
import { BookCover } from '#web/ui/artwork/book-cover.tsx';
import { ContourBackdrop } from '#web/ui/artwork/contour-backdrop.tsx';

const BOOK_PROMOTION = {
  promotion_id: 'book',
  promotion_name: BOOK.title,
  creative_name: 'book_banner',
  creative_slot: 'home',
} as const;

export function BookBanner() {
  return (
    <section aria-labelledby="book-heading" className="relative isolate overflow-hidden bg-olive-100 py-14">
      <ContourBackdrop className="-z-10 text-olive-600 opacity-[0.14]" />
      <div className="mx-auto flex max-w-page flex-col gap-8 px-6 sm:flex-row sm:items-center">
        <BookCover title={BOOK.title} publisher={FIRM.name} className="w-[132px] shrink-0" />
        <div>
          <h2 id="book-heading" className="text-h3 text-ink-900">
            {BOOK.title}
          </h2>
          <p className="mt-1 text-small text-ink-700">{BOOK.author}</p>
          <p className="mt-3 max-w-[600px] text-ink-700">{BOOK.description}</p>
          <a
            href={BOOK.url}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => reportSelectPromotion(BOOK_PROMOTION)}
            className="mt-3 inline-flex min-h-11 items-center font-semibold text-olive-700 underline underline-offset-4"
          >
            서점에서 보기 (새 창)
          </a>
        </div>
      </div>
    </section>
  );
}
