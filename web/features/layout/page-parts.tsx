import { type ReactNode, useEffect, useState } from 'react';

/** `mark` is what is new there. */
type PagePart = { id: string; label: string; mark?: ReactNode };

/** Below the site's header and this bar a part counts as reached. */
const REACHED_AT_PX = 200;

/** Returns the part that is being read: the last one whose beginning has passed the bar. */
function currentPart(ids: readonly string[]): string | undefined {
  const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
  // A part that is hidden while it loads has no place. Beside each other on a desktop, parts begin at the same
  // height: there the first one counts.
  const tops = ids.map((id) => document.getElementById(id)?.getClientRects()[0]?.top ?? Infinity);
  const reached = Math.max(...tops.filter((top) => top <= REACHED_AT_PX));
  const [first = 0] = tops;
  const isInOneColumn = (tops.at(-1) ?? 0) > first;
  if (isAtEnd && isInOneColumn && window.scrollY > 0) return ids.at(-1);
  return ids[tops.indexOf(reached)] ?? ids[0];
}

/**
 * The parts of a long page as a row that stays below the header; all are in the page, so that each can be found,
 * printed and reached by its address.
 */
export function PageParts({ label, parts }: { label: string; parts: readonly PagePart[] }) {
  const ids = parts.map(({ id }) => id).join(' ');
  const [current, setCurrent] = useState(parts[0]?.id);
  useEffect(() => {
    const handleScroll = () => setCurrent(currentPart(ids.split(' ')));
    handleScroll();
    window.addEventListener('scroll', handleScroll, { passive: true });
    return () => window.removeEventListener('scroll', handleScroll);
  }, [ids]);
  return (
    <nav
      aria-label={label}
      className="sticky top-[60px] z-10 -mx-6 mt-6 border-line border-b bg-paper px-6 lg:mx-0 lg:px-0 print:hidden low:static"
    >
      <ul className="flex gap-x-1 sm:gap-x-4">
        {parts.map(({ id, label, mark }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className="inline-flex min-h-12 items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 px-2.5 font-semibold text-ink-700 first:pl-0 hover:text-ink-900 aria-[current]:border-olive-700 aria-[current]:text-olive-700"
            >
              {label}
              {mark}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
