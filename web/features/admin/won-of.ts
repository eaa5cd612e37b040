/** What is typed into a field for an amount: nothing is null, and what is no number stays refused. */
export function wonOf(text: unknown): number | null {
  const digits = String(text ?? '')
    .replaceAll(',', '')
    .trim();
  return digits === '' ? null : Number(digits);
}
