/**
 * Folds ASCII letters to lower case, and no others: look-alikes of other alphabets, such as the
 * Kelvin sign, would fold to the letters of another person's id or address.
 */
export function foldAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
