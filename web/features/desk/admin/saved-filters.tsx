import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FILTERED_LISTS } from '#shared/features/desk/schemas.ts';
import type { AdminPath } from '#web/admin-kit/admin-pages.ts';
import { FilterRow } from '#web/admin-kit/filter-groups.tsx';
import { TabLink } from '#web/admin-kit/link-tabs.tsx';
import { savedFiltersQuery } from './api.ts';
import { SaveFilterDialog } from './save-filter-dialog.tsx';
import { SavedFiltersDialog } from './saved-filters-dialog.tsx';

type Props<Search extends object> = {
  list: (typeof FILTERED_LISTS)[number];
  to: AdminPath;
  /** Holds what the list shows now, without a cursor. */
  filters: Search;
  /** Reads the values of an address, as the list's route does. */
  read: (search: Record<string, unknown>) => Search;
};

/** The values as in an address; always in the order of `read`. */
function queryOf(filters: object): string {
  return new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== undefined)).toString();
}

const ACTION =
  'inline-flex min-h-11 items-center whitespace-nowrap px-1 font-semibold text-olive-700 underline underline-offset-4 md:min-h-9';

/**
 * The filters of a list that others share, and the administrator's own, with the buttons that save,
 * rename and delete those.
 */
export function SavedFilters<Search extends object>({ list, to, filters, read }: Props<Search>) {
  const [isSaving, setSaving] = useState(false);
  const [isManaging, setManaging] = useState(false);
  const saved = useQuery(savedFiltersQuery).data?.filter((filter) => filter.list === list) ?? [];
  const present = queryOf(read(Object.fromEntries(Object.entries(filters))));
  const tabs = saved.map(({ id, name, query, is_own: isOwn }) => {
    const search = read(Object.fromEntries(new URLSearchParams(query)));
    return { id, isOwn, tab: { label: name, search, isCurrent: queryOf(search) === present } };
  });
  const own = tabs.filter(({ isOwn }) => isOwn);
  const shared = tabs.filter(({ isOwn }) => !isOwn);
  const canSave = present !== '' && !tabs.some(({ tab }) => tab.isCurrent);
  if (tabs.length === 0 && !canSave) return null;
  return (
    <>
      {shared.length > 0 && (
        <FilterRow label="함께 쓰는 필터">
          {shared.map(({ id, tab }) => (
            <TabLink key={id} to={to} tab={tab} keepsScroll />
          ))}
        </FilterRow>
      )}
      <FilterRow label="내 필터">
        {own.map(({ id, tab }) => (
          <TabLink key={id} to={to} tab={tab} keepsScroll />
        ))}
        {canSave && (
          <button type="button" aria-haspopup="dialog" onClick={() => setSaving(true)} className={ACTION}>
            현재 조건 저장
          </button>
        )}
        {own.length > 0 && (
          <button type="button" aria-haspopup="dialog" onClick={() => setManaging(true)} className={ACTION}>
            내 필터 관리
          </button>
        )}
      </FilterRow>
      <SaveFilterDialog isOpen={isSaving} onClose={() => setSaving(false)} list={list} query={present} />
      <SavedFiltersDialog
        isOpen={isManaging}
        onClose={() => setManaging(false)}
        filters={saved.filter((filter) => filter.is_own)}
      />
    </>
  );
}
