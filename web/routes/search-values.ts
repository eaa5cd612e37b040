import type { ListSearch } from '#shared/features/services/list-parts.ts';
import { type ReturnTo, safeReturnTo } from '#shared/platform/return-to.ts';
import { idOf, textOf } from '#web/lib/navigation/search-values.ts';
import { optional } from '#web/lib/optional.ts';

type Search = Record<string, unknown>;

/**
 * Makes the `validateSearch` of a route: pages get what `read` returns and nothing else. The router
 * merges a validator's result over the raw values, so a name that is merely left out keeps its raw
 * value: each one is overwritten here.
 */
export function onlyValid<Values extends object>(
  read: (search: Search) => Values,
): (search: Search) => Partial<Values> {
  return (search) => ({ ...absent(search), ...read(search) });
}

function absent(search: Search): Record<string, undefined> {
  return Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
}

/** `?from=`: where the form leads when it is done (contract §3). */
export function readFrom(search: Search): { from: ReturnTo | undefined } {
  return { from: safeReturnTo(search.from) };
}

/**
 * `?plan=&soldierId=`: what was chosen on a service's page. Other values stay in the address:
 * campaigns are measured by them.
 */
export function readChoice({ plan, soldierId }: Search): {
  plan?: string | undefined;
  soldierId?: number | undefined;
} {
  return { plan: textOf(plan), soldierId: idOf(soldierId) };
}

/**
 * `?category=&page=&packages=`: which part of a long list of services is shown. Other values stay
 * in the address here too.
 */
export function readListSearch({ category, page, packages }: Search): ListSearch {
  return { category: textOf(category), page: textOf(page), packages: textOf(packages) };
}

/** The values of these names that are texts. */
export function textsOf<Name extends string>(
  search: Search,
  names: readonly Name[],
): { [N in Name]?: string | undefined } {
  const texts: { [N in Name]?: string | undefined } = {};
  for (const name of names) Object.assign(texts, optional(name, textOf(search[name])));
  return texts;
}
