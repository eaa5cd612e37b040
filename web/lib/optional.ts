/**
 * An object with the key only if there is a value: for search parameters, which are omitted, not
 * empty.
 */
export function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  const result: { [P in K]?: V } = {};
  if (value !== undefined) result[key] = value;
  return result;
}
