/** Categories of what the firm sells, in the order they are shown (spec §1). */
export const SERVICE_CATEGORIES = ['before', 'during', 'after', 'publicservice', 'civil', 'package'] as const;
export type ServiceCategory = (typeof SERVICE_CATEGORIES)[number];

/** The tabs of the services list: every category but the package (spec §2). */
export const TAB_CATEGORIES = ['before', 'during', 'after', 'publicservice', 'civil'] as const;
export type TabCategory = (typeof TAB_CATEGORIES)[number];

/** The tab that is open before the visitor has chosen one (spec §3). */
export const DEFAULT_TAB: TabCategory = 'before';

const LABELS: Record<ServiceCategory, string> = {
  before: '입대 전',
  during: '복무 중',
  after: '전역 후',
  publicservice: '사회복무요원',
  civil: '민사 소송',
  package: '패키지',
};

export function serviceCategoryLabel(category: ServiceCategory): string {
  return LABELS[category];
}

/** Type guard for values that come from storage or the address bar. */
export function isTabCategory(value: unknown): value is TabCategory {
  return TAB_CATEGORIES.some((category) => category === value);
}

/** Case-insensitive substring match on the title within one category (spec §5). */
export function filterServices<T extends { title: string; category: ServiceCategory }>(
  services: readonly T[],
  category: ServiceCategory,
  term: string,
): T[] {
  // The reader of other searches would be a kilobyte of the home page, which has no search.
  const needle = term.trim().normalize('NFC').toLowerCase();
  return services.filter((service) => service.category === category && service.title.toLowerCase().includes(needle));
}
