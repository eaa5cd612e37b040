import type { ServiceCategory } from '#shared/rules/service-category.ts';
import { comparable } from '#shared/text/typed-text.ts';

type Searched = { title: string; category: ServiceCategory; tagline: string; keywords: readonly string[] };

/** Shorter keywords are no proof that a longer sentence means them. */
const MIN_WITHIN_SENTENCE = 2;

/** People write the same words with and without spaces. */
const compact = (text: string) => comparable(text).replaceAll(/\s+/g, '');

/**
 * The services of all categories whose keywords, or else tagline, answer a search, keywords first;
 * without those that the search of a category finds by their title (spec §5). A keyword also
 * answers a sentence that contains it.
 */
export function relatedServices<T extends Searched>(services: readonly T[], shown: ServiceCategory, term: string): T[] {
  const needle = compact(term);
  if (needle === '') return [];
  const title = comparable(term);
  const others = services.filter(
    (service) => service.category !== shown || !service.title.toLowerCase().includes(title),
  );
  const hasKeyword = ({ keywords }: T) =>
    keywords.map(compact).some((word) => {
      const isInSentence = word.length >= MIN_WITHIN_SENTENCE && needle.includes(word);
      return isInSentence || word.includes(needle);
    });
  const byKeyword = others.filter(hasKeyword);
  const byTagline = others.filter((service) => !hasKeyword(service) && compact(service.tagline).includes(needle));
  return [...byKeyword, ...byTagline];
}
