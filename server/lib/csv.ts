/** Prefixes that make a spreadsheet read a cell as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Texts that a spreadsheet reads as a number, a date, a time or a truth value, in full width too: it
 * would show `0012` as 12, `1-2` as a day and `1e5` as 100000.
 */
const VALUE =
  /^(?:[\d.,:/%() ₩$+-]*\d[\d.,:/%() ₩$+-]*|[\d.]+e[+-]?\d+|\d{1,2}[- ]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-. ]?\d{1,4}|(?:오전|오후) ?\d[\d: 시분초]*|\d+[년월일시분초](?: ?\d+[월일시분초])*|true|false)$/i;

/** Times and phone numbers, which are written as a spreadsheet shows them. */
export type Cell = string | number | null | { shown: string };

/** Byte order mark: makes Excel read the file as UTF-8. */
export const CSV_START = '\uFEFF';

/**
 * Formats a cell as RFC 4180. Prefixes text that a spreadsheet would run as a formula, or read as
 * another value, with an apostrophe: a customer's input must neither execute nor change.
 */
function cell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  if (value !== null && typeof value === 'object') return value.shown;
  const text = value ?? '';
  const harmless =
    FORMULA.test(text.trimStart()) || FORMULA.test(text) || VALUE.test(text.normalize('NFKC')) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}
