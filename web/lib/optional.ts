/** An object with the key only when there is a value: for search parameters, which are left out rather than empty. */
export function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  const result: { [P in K]?: V } = {};
  if (value !== undefined) result[key] = value;
  return result;
}
