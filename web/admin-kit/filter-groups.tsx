import type { ReactNode } from 'react';
import type { AdminPath } from './admin-pages.ts';
import { type LinkTab, TabLink, useCurrentInView } from './link-tabs.tsx';

export type FilterGroup<Search extends object> = {
  /** Holds what the group is about, as in `상태`. */
  label: string;
  tabs: readonly LinkTab<Search>[];
};

type Props<Search extends object> = { to: AdminPath; groups: readonly FilterGroup<Search>[] };

/**
 * Groups of filters that are kept in the address, each with its name on the left, as many in a row as fit. On
 * a narrow screen all groups are one row that scrolls.
 */
export function FilterGroups<Search extends object>({ to, groups }: Props<Search>) {
  const current = groups.flatMap(({ tabs }) => tabs).find(({ isCurrent, isDefault }) => isCurrent && !isDefault);
  const row = useCurrentInView<HTMLDivElement>(current?.label);
  return (
    <div
      ref={row}
      className="relative -mx-4 flex gap-x-5 overflow-x-auto px-4 [scrollbar-width:none] lg:mx-0 lg:flex-wrap lg:gap-x-8 lg:gap-y-1.5 lg:overflow-visible lg:px-0"
    >
      {groups.map(({ label, tabs }) => (
        <FilterRow key={label} label={label}>
          {tabs.map((tab) => (
            <TabLink key={tab.label} to={to} tab={tab} keepsScroll />
          ))}
        </FilterRow>
      ))}
    </div>
  );
}

/** One group with its name. */
export function FilterRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="flex shrink-0 gap-2 lg:shrink">
      <span aria-hidden="true" className="hidden min-w-11 shrink-0 pt-[7px] text-ink-500 lg:block">
        {label}
      </span>
      <div className="flex gap-2 lg:flex-wrap">{children}</div>
    </nav>
  );
}
