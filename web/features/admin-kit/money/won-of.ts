/** The value of an amount field: empty is null, and invalid input stays invalid. */
export function wonOf(text: unknown): number | null {
  const digits = String(text ?? '')
    .replaceAll(',', '')
    .trim();
  return digits === '' ? null : Number(digits);
}
