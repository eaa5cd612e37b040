import { Tabs } from '@base-ui/react/tabs';
import { serviceCategoryLabel, TAB_CATEGORIES, type TabCategory } from '#shared/rules/service-category.ts';

/** The five categories with the number of services that each one holds for the present search. */
export function CategoryTabs({ counts }: { counts: Readonly<Record<TabCategory, number>> }) {
  return (
    <Tabs.List
      aria-label="서비스 분류"
      className="-mx-6 flex overflow-x-auto px-6 [scrollbar-width:none] md:mx-0 md:px-0"
    >
      {TAB_CATEGORIES.map((category) => (
        <Tabs.Tab
          key={category}
          value={category}
          className="flex min-h-12 shrink-0 items-center gap-1.5 border-transparent border-b-2 px-3.5 font-semibold text-ink-700 transition-colors duration-150 first:pl-0 hover:text-ink-900 data-active:border-olive-700 data-active:text-olive-700"
        >
          {serviceCategoryLabel(category)}
          <span className="font-normal text-[15px] text-ink-500 tabular-nums">{counts[category]}</span>
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}
