import { readAscii } from '#shared/text/typed-text.ts';

/** The value of an amount field: empty is null, and invalid input stays invalid. */
export function wonOf(text: unknown): number | null {
  const digits = readAscii(String(text ?? '')).replace(/[,\s₩\uffe6원]/g, '');
  return digits === '' ? null : Number(digits);
}
