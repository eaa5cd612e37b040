import { buttonClass } from '#web/ui/button-class.ts';

/** Pages beside the current one that have a link, besides the first and the last. */
const NEIGHBOURS = 1;

type Props = {
  /** Names the list for people who do not see it. */
  label: string;
  page: number;
  count: number;
  perPage: number;
  addressOf: (page: number) => string;
};

const LINK = 'inline-flex min-h-11 min-w-11 items-center justify-center rounded px-2 font-semibold tabular-nums';

/** The numbers with a link; 0 stands for those that are left out. */
function shownPages(page: number, pages: number): number[] {
  const near = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= NEIGHBOURS,
  );
  return near.flatMap((number, index) => (index > 0 && number - (near[index - 1] ?? 0) > 1 ? [0, number] : [number]));
}

/**
 * Links to the pages of a long list. Plain links: a page of its own is smaller than the whole list,
 * works without scripts, and the browser's back button returns to it.
 */
export function ListPages({ label, page, count, perPage, addressOf }: Props) {
  if (count <= perPage) return null;
  const pages = Math.ceil(count / perPage);
  const [most, from, to] = [count, (page - 1) * perPage + 1, Math.min(count, page * perPage)].map((number) =>
    number.toLocaleString('ko-KR'),
  );
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-center gap-2 pb-[60px]">
      <p className="mb-2 w-full text-center text-ink-700 text-small">{`전체 ${most}건 중 ${from}–${to}번째를 보여드립니다.`}</p>
      {page > 1 && (
        <a href={addressOf(page - 1)} rel="prev" className={buttonClass('secondary')}>
          이전
        </a>
      )}
      {shownPages(page, pages).map((number, index) =>
        number === 0 ? (
          <span key={`gap-${index < 2 ? 'before' : 'after'}`} aria-hidden="true" className="px-1 text-ink-500">
            …
          </span>
        ) : (
          <a
            key={number}
            href={addressOf(number)}
            {...(number === page && { 'aria-current': 'page' })}
            className={`${LINK} ${number === page ? 'bg-olive-700 text-paper' : 'text-ink-900 hover:bg-olive-100'}`}
          >
            {number}
            <span className="sr-only">페이지</span>
          </a>
        ),
      )}
      {page < pages && (
        <a href={addressOf(page + 1)} rel="next" className={buttonClass('secondary')}>
          다음
        </a>
      )}
    </nav>
  );
}
