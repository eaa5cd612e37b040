import { type FieldValues, get, set } from 'react-hook-form';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns the errors of one item by its fields, without those that the form does not show yet. */
function shownOf(found: unknown, shown: unknown): object | undefined {
  if (!isObject(found) || !isObject(shown)) return undefined;
  const kept = Object.entries(found).filter(([field]) => field in shown);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/**
 * Drops the errors inside a list's items that the form does not show yet, where the list has
 * objects. The form validates a list as a whole when an item is added, moved or removed: the empty
 * fields of a new item would be red before a person has reached them.
 */
export function keepShownErrors(found: object, shown: object, list: { name: string; values: FieldValues }): void {
  const items: unknown = get(list.values, list.name);
  const errors: unknown = get(found, list.name);
  // Errors of the list itself, such as too many items, are no array.
  if (!Array.isArray(items) || !items.every(isObject) || !Array.isArray(errors)) return;
  const kept = Array.from(errors, (item: unknown, index) => shownOf(item, get(shown, `${list.name}.${index}`)));
  set(found, list.name, kept.some((item) => item !== undefined) ? kept : undefined);
}
