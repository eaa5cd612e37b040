/** Prefixes that make a spreadsheet read a cell as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Byte order mark: makes Excel read the file as UTF-8. */
export const CSV_START = '\uFEFF';

/**
 * Formats a cell as RFC 4180. Prefixes text that a spreadsheet would run as a formula with an
 * apostrophe, so that a customer's input cannot execute on the reader's computer.
 */
function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const harmless = FORMULA.test(text.trimStart()) || FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}
