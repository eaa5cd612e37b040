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
 * Groups of filters that are kept in the address: one row per group, with its name on the left. On
 * a narrow screen all groups are one row that scrolls.
 */
export function FilterGroups<Search extends object>({ to, groups }: Props<Search>) {
  const current = groups.flatMap(({ tabs }) => tabs).find(({ isCurrent }) => isCurrent);
  const isUnfiltered = !current || Object.values(current.search).every((value) => value === undefined);
  const row = useCurrentInView<HTMLDivElement>(isUnfiltered ? undefined : current.label);
  return (
    <div
      ref={row}
      className="relative -mx-4 flex gap-x-5 overflow-x-auto px-4 [scrollbar-width:none] lg:mx-0 lg:grid lg:gap-y-2 lg:overflow-visible lg:px-0"
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
    <nav aria-label={label} className="flex shrink-0 gap-2 lg:grid lg:shrink lg:grid-cols-[64px_1fr]">
      <span aria-hidden="true" className="hidden pt-[7px] text-ink-500 lg:block">
        {label}
      </span>
      <div className="flex gap-2 lg:flex-wrap">{children}</div>
    </nav>
  );
}
