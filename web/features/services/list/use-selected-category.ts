import { useSyncExternalStore } from 'react';
import { DEFAULT_TAB, isTabCategory, type TabCategory } from '#shared/rules/service-category.ts';
import { readSelectedCategory, writeSelectedCategory } from '#web/lib/storage.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function remembered(): TabCategory {
  const stored = readSelectedCategory();
  return isTabCategory(stored) ? stored : DEFAULT_TAB;
}

function select(category: TabCategory) {
  writeSelectedCategory(category);
  for (const listener of listeners) listener();
}

/** The open tab, stored in the browser. The server and the first paint show the default one. */
export function useSelectedCategory() {
  const category = useSyncExternalStore(subscribe, remembered, () => DEFAULT_TAB);
  return [category, select] as const;
}
