import { Link } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import type { AdminPath } from './admin-pages.ts';

export type LinkTab<Search extends object> = {
  label: string;
  /** The address of the tab; the path is the list's own. */
  search: Search;
  isCurrent: boolean;
  /** Stands for no choice. */
  isDefault?: boolean;
  /** How many rows the tab has, as text. */
  count?: string | undefined;
};

type Props<Search extends object> = {
  /** Holds what the tabs choose, for screen readers. */
  label: string;
  to: AdminPath;
  tabs: readonly LinkTab<Search>[];
  /** True when the page stays where it is scrolled to. */
  keepsScroll?: boolean;
};

const TAB =
  'inline-flex min-h-11 shrink-0 items-center gap-1.5 whitespace-nowrap rounded border border-line bg-surface px-3 text-ink-700 hover:border-ink-900 aria-[current=page]:border-olive-700 aria-[current=page]:bg-olive-700 aria-[current=page]:font-semibold aria-[current=page]:text-paper md:min-h-9';

/** A row that scrolls sideways on a phone, up to the edges of the screen. */
export const SCROLLING_ROW =
  'relative -mx-4 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:flex-wrap md:overflow-visible md:px-0';

/**
 * Scrolls the row to its current tab, if there is one, which may be outside of the visible part.
 */
export function useCurrentInView<Row extends HTMLElement>(current: string | undefined): RefObject<Row | null> {
  const row = useRef<Row>(null);
  useEffect(() => {
    if (current === undefined) return;
    const tab = row.current?.querySelector('[aria-current=page]');
    if (!row.current || !tab) return;
    const [frame, place] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (place.left < frame.left || place.right > frame.right) row.current.scrollLeft += place.left - frame.left - 16;
  }, [current]);
  return row;
}

/** One filter of a list, as a link. */
export function TabLink<Search extends object>({
  to,
  tab,
  keepsScroll = false,
}: {
  to: AdminPath;
  tab: LinkTab<Search>;
  keepsScroll?: boolean;
}) {
  const { label, search, isCurrent, count } = tab;
  return (
    <Link
      to={to}
      search={search}
      // Without this the router takes the link without search values for the current page,
      // whatever is chosen.
      activeOptions={{ exact: true, includeSearch: true }}
      aria-current={isCurrent ? 'page' : undefined}
      resetScroll={!keepsScroll}
      className={TAB}
    >
      {label}
      {count !== undefined && <span className="font-normal tabular-nums opacity-80">{count}</span>}
    </Link>
  );
}

/**
 * Tabs of a list that are kept in the address, so that back, forward and bookmarks work. On a phone
 * they are one row that scrolls.
 */
export function LinkTabs<Search extends object>({ label, to, tabs, keepsScroll = false }: Props<Search>) {
  const row = useCurrentInView<HTMLElement>(tabs.find(({ isCurrent }) => isCurrent)?.label);
  return (
    <nav ref={row} aria-label={label} className={SCROLLING_ROW}>
      {tabs.map((tab) => (
        <TabLink key={tab.label} to={to} tab={tab} keepsScroll={keepsScroll} />
      ))}
    </nav>
  );
}
