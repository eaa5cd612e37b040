import { Tabs } from '@base-ui/react/tabs';
import { useEffect, useRef } from 'react';
import { serviceCategoryLabel, TAB_CATEGORIES, type TabCategory } from '#shared/rules/service-category.ts';
import type { MatchCounts } from './service-list.ts';

type Props = { selected: TabCategory; counts: MatchCounts };

/** The five categories with the number of services that match the search. */
export function CategoryTabs({ selected, counts }: Props) {
  const list = useRef<HTMLDivElement>(null);

  // On a phone the row is wider than the screen: scroll the open tab, perhaps remembered from the
  // last visit, into view.
  useEffect(() => {
    const row = list.current;
    const tab = row?.children[TAB_CATEGORIES.indexOf(selected)];
    if (!row || !(tab instanceof HTMLElement)) return;
    const end = tab.offsetLeft + tab.offsetWidth;
    if (tab.offsetLeft < row.scrollLeft || end > row.scrollLeft + row.clientWidth) row.scrollLeft = tab.offsetLeft - 24;
  }, [selected]);

  return (
    <Tabs.List
      ref={list}
      aria-label="서비스 카테고리"
      className="relative -mx-6 flex overflow-x-auto border-line border-b px-6 [scrollbar-width:none] md:mx-0 md:px-0"
    >
      {TAB_CATEGORIES.map((category) => (
        <Tabs.Tab
          key={category}
          value={category}
          className="flex min-h-12 shrink-0 items-center gap-1.5 border-transparent border-b-2 px-3.5 font-semibold text-ink-700 transition-colors duration-150 first:pl-0 hover:text-ink-900 data-active:border-olive-700 data-active:text-olive-700"
        >
          {serviceCategoryLabel(category)}
          <span className="font-normal text-small text-ink-500 tabular-nums">{counts[category] ?? '…'}</span>
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}
