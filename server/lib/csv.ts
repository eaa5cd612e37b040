/** Text that a spreadsheet would take for a formula when it stands at the beginning of a cell. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Tells Excel that the file is UTF-8. */
export const CSV_START = '\uFEFF';

/**
 * A cell as RFC 4180 wants it. What a spreadsheet would carry out as a formula gets an apostrophe
 * in front, so that a customer cannot have the clerk's computer do something by his name.
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
