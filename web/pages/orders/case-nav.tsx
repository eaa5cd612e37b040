import { useEffect, useState } from 'react';

export const CASE_PARTS = [
  { id: 'progress', label: '진행' },
  { id: 'consult', label: '대화' },
  { id: 'documents', label: '문서' },
  { id: 'facts', label: '신청 정보' },
] as const;

type PartId = (typeof CASE_PARTS)[number]['id'];
/** Not there for a person who reads no room of the case, as a guardian. */
const ROOM_PARTS: readonly PartId[] = ['consult', 'documents'];

/** Below the site's header and this bar a part counts as reached. */
const REACHED_AT_PX = 200;

/** Returns the part that is being read: the last one whose beginning has passed the bar. */
function currentPart(): PartId {
  const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
  // Beside each other on a desktop, parts begin at the same height: there the first one counts.
  const tops = CASE_PARTS.map(({ id }) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity);
  const reached = Math.max(...tops.filter((top) => top <= REACHED_AT_PX));
  const [progress = 0, , , facts = 0] = tops;
  const isInOneColumn = facts > progress;
  if (isAtEnd && isInOneColumn && window.scrollY > 0) return 'facts';
  return CASE_PARTS[tops.indexOf(reached)]?.id ?? 'progress';
}

/**
 * The parts of the case room as a row that stays below the header; all that the reader has are in the page, so
 * that each can be found, printed and reached by its address.
 */
export function CaseNav({ unread, hasRooms }: { unread: number; hasRooms: boolean }) {
  const [current, setCurrent] = useState<PartId>('progress');
  useEffect(() => {
    const handleScroll = () => setCurrent(currentPart());
    handleScroll();
    window.addEventListener('scroll', handleScroll, { passive: true });
    return () => window.removeEventListener('scroll', handleScroll);
  }, []);
  return (
    <nav
      aria-label="내 사건"
      className="sticky top-[60px] z-10 -mx-6 mt-6 border-line border-b bg-paper px-6 lg:mx-0 lg:px-0 print:hidden low:static"
    >
      <ul className="flex gap-x-1 sm:gap-x-4">
        {CASE_PARTS.filter(({ id }) => hasRooms || !ROOM_PARTS.includes(id)).map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className="inline-flex min-h-12 items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 px-2.5 font-semibold text-ink-700 first:pl-0 hover:text-ink-900 aria-[current]:border-olive-700 aria-[current]:text-olive-700"
            >
              {label}
              {id === 'consult' && unread > 0 && (
                <span className="rounded-full bg-brass-300 px-1.5 font-semibold text-caption text-ink-950 tabular-nums">
                  {`새 답변 ${unread}`}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
