import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  filterServices,
  isTabCategory,
  SERVICE_CATEGORIES,
  serviceCategoryLabel,
  TAB_CATEGORIES,
} from './service-category.ts';

const services = [
  { title: '현역복무부적합심사 (현부심)', category: 'during' },
  { title: 'PTSD 상담', category: 'during' },
  { title: '현부심 사전 검토', category: 'before' },
] as const;

describe('filterServices', () => {
  it.each([
    ['', ['현역복무부적합심사 (현부심)', 'PTSD 상담']],
    ['  현부심 ', ['현역복무부적합심사 (현부심)']],
    ['ptsd', ['PTSD 상담']],
    ['없는 말', []],
    ['(', ['현역복무부적합심사 (현부심)']],
  ])('finds "%s" in the titles of one category', (term, titles) => {
    expect(filterServices(services, 'during', term).map((service) => service.title)).toEqual(titles);
  });

  it('finds every service by any part of its title, in either case', () => {
    const service = fc.record({
      title: fc.string({ unit: 'grapheme-ascii' }),
      category: fc.constantFrom(...TAB_CATEGORIES),
    });
    fc.assert(
      fc.property(service, fc.nat(), fc.nat(), (one, a, b) => {
        const part = one.title.slice(
          Math.min(a, b) % (one.title.length + 1),
          (Math.max(a, b) % (one.title.length + 1)) + 1,
        );
        expect(filterServices([one], one.category, part.toUpperCase())).toEqual([one]);
        expect(filterServices([one], 'package', part)).toEqual([]);
      }),
    );
  });
});

describe('categories', () => {
  it('have a label each, and all but the package are tabs', () => {
    expect(new Set(SERVICE_CATEGORIES.map(serviceCategoryLabel)).size).toBe(SERVICE_CATEGORIES.length);
    expect(SERVICE_CATEGORIES.filter((category) => !isTabCategory(category))).toEqual(['package']);
    expect(isTabCategory(undefined)).toBe(false);
    expect(isTabCategory('toString')).toBe(false);
  });
});
