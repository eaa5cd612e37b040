import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type ListPlace, type ListSearch, namesCategory } from '#shared/features/services/list-parts.ts';
import type { TabCategory } from '#shared/rules/service-category.ts';
import { hasSelectedCategory, selectCategory, useSelectedCategory } from '#web/lib/selected-category.ts';

/**
 * The open tab: of a long list the one that the address names, else the visitor's last choice. A
 * choice replaces what the address says, so that the back button returns to it.
 */
export function useListCategory(place: ListPlace | undefined, search: ListSearch) {
  const [stored, store] = useSelectedCategory();
  const isForServing = useLocation({ select: ({ state }) => state.isForServing === true });
  useEffect(() => {
    if (isForServing && !hasSelectedCategory()) selectCategory('during');
  }, [isForServing]);
  const navigate = useNavigate();
  const named = place && namesCategory(search) ? place.category : undefined;
  const select = (chosen: TabCategory) => {
    store(chosen);
    if (named === undefined) return;
    void navigate({
      to: '/services',
      search: (before) => ({ ...before, category: undefined, page: undefined }),
      replace: true,
      resetScroll: false,
    });
  };
  return [named ?? stored, select] as const;
}
