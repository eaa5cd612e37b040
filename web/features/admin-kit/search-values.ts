/** A day of a list's address; undefined for anything else. */
export function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
}

/** A text of a list's address that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A value of a list's address that is one of these; undefined for anything else. */
export function oneOf<const Known>(known: readonly Known[], value: unknown): Known | undefined {
  return known.find((one) => one === value);
}
