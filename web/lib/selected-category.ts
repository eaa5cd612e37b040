import { useSyncExternalStore } from 'react';
import { DEFAULT_TAB, isTabCategory, type TabCategory } from '#shared/rules/service-category.ts';
import { readSelectedCategory, writeSelectedCategory } from './storage/page-storage.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function remembered(): TabCategory {
  const stored = readSelectedCategory();
  return isTabCategory(stored) ? stored : DEFAULT_TAB;
}

/** Opens a tab of the services list, now or when the list is shown next. */
export function selectCategory(category: TabCategory): void {
  writeSelectedCategory(category);
  for (const listener of listeners) listener();
}

/** Returns whether the visitor has chosen a tab before. */
export const hasSelectedCategory = () => isTabCategory(readSelectedCategory());

/** The open tab, stored in the browser. The server and the first paint show the default one. */
export function useSelectedCategory() {
  const category = useSyncExternalStore(subscribe, remembered, () => DEFAULT_TAB);
  return [category, selectCategory] as const;
}
