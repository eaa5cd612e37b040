import type { Query } from './engine.ts';

/**
 * Runs in the page. Returns the element once the document is hydrated, and the element is shown,
 * enabled, at the same place as at the last look, and not covered. A file field is hidden by
 * design.
 */
const LOCATE = `(query) => {
  const clean = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
  const pattern = query.pattern === undefined ? undefined : new RegExp(query.pattern);
  const fits = (text) => (pattern ? pattern.test(clean(text)) : clean(text) === query.name);
  const isShopPage = document.querySelector('meta[name=format-detection]') !== null;
  if (isShopPage && performance.getEntriesByName('interactive').length === 0) return null;
  const root = query.within === undefined ? document : document.querySelector(query.within);
  if (!root) return null;
  const all = (selector) => [...root.querySelectorAll(selector)];
  const namesOf = (field) => [field.getAttribute('aria-label'), ...[...(field.labels ?? [])].map((label) => label.innerText)];
  const candidates = {
    css: () => all(query.name),
    press: () => all('button, a[href], [role=button]').filter((one) => fits(one.getAttribute('aria-label') ?? one.innerText)),
    field: () => all('input, select, textarea').filter((one) => namesOf(one).some((name) => name !== null && fits(name))),
  };
  const isShown = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== 'hidden';
  const found = candidates[query.kind]();
  const file = found.find((one) => one.type === 'file');
  if (file) return file;
  const shown = found.find(isShown);
  if (!shown || shown.disabled || shown.getAttribute('aria-disabled') === 'true') return null;
  // The document is hydrated before the page in it. A press hydrates what it meets; a driver chooses without a press,
  // and between the two its choice would be lost.
  if (isShopPage && shown.tagName === 'SELECT' && !Object.keys(shown).some((key) => key.startsWith('__reactProps'))) return null;
  shown.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = shown.getBoundingClientRect();
  const place = [x, y, width, height].join();
  const before = (window.lastPlaces ??= new WeakMap()).get(shown);
  window.lastPlaces.set(shown, place);
  if (before !== place) return null;
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  return hit && (shown.contains(hit) || hit.closest('label')?.control === shown) ? shown : null;
}`;

/** The expression that finds the element of the query, or null. */
export function locating({ name, ...query }: Query): string {
  const named = typeof name === 'string' ? { name } : { pattern: name.source };
  return `(${LOCATE})(${JSON.stringify({ ...query, ...named })})`;
}
