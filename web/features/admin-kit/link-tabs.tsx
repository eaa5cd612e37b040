import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ListPath } from './list-paging.tsx';

export type LinkTab<Search extends object> = {
  label: string;
  /** The address of the tab; the path is the list's own. */
  search: Search;
  isCurrent: boolean;
  /** How many rows the tab has, as text. */
  count?: string | undefined;
};

type Props<Search extends object> = {
  /** What the tabs choose, for screen readers. */
  label: string;
  to: ListPath;
  tabs: readonly LinkTab<Search>[];
  /** Whether the page stays where it is scrolled to. */
  keepsScroll?: boolean;
};

const TAB =
  'inline-flex min-h-11 shrink-0 items-center gap-1.5 whitespace-nowrap rounded border border-line bg-surface px-3 text-ink-700 hover:border-ink-900 aria-[current=page]:border-olive-700 aria-[current=page]:bg-olive-700 aria-[current=page]:font-semibold aria-[current=page]:text-paper md:min-h-9';

/**
 * Tabs of a list that are kept in the address, so that back, forward and bookmarks work. On a phone
 * they are one row that scrolls.
 */
export function LinkTabs<Search extends object>({ label, to, tabs, keepsScroll = false }: Props<Search>) {
  const row = useRef<HTMLElement>(null);
  const current = tabs.findIndex(({ isCurrent }) => isCurrent);
  // The current tab may be outside of the visible part of the row.
  useEffect(() => {
    const tab = row.current?.children[current];
    if (!row.current || !(tab instanceof HTMLElement)) return;
    const end = tab.offsetLeft + tab.offsetWidth;
    if (end > row.current.scrollLeft + row.current.clientWidth) row.current.scrollLeft = tab.offsetLeft - 16;
  }, [current]);
  return (
    <nav
      ref={row}
      aria-label={label}
      className="relative -mx-4 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:flex-wrap md:overflow-visible md:px-0"
    >
      {tabs.map(({ label: text, search, isCurrent, count }) => (
        <Link
          key={text}
          to={to}
          search={search}
          // Without this the router takes the link without search values for the current page,
          // whatever is chosen.
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={isCurrent ? 'page' : undefined}
          resetScroll={!keepsScroll}
          className={TAB}
        >
          {text}
          {count !== undefined && <span className="font-normal tabular-nums opacity-80">{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
