import { readAscii } from '../text/typed-text.ts';

/** Most digits that a phone number has (spec §5). */
const MAX_PHONE_DIGITS = 11;
/** A virtual number has one more, as 0507-1234-5678. It is refused: cut, it would be the number of another person. */
const MAX_VIRTUAL_DIGITS = 12;

// Mobile 01x, Seoul 02, or area and service codes 0[3-9]x; 3-4 digits; 4 digits (spec §5). Personal
// numbers are written after four digits: 0505-123-4567.
const PHONE_PATTERN = /^(?:(?:01\d|02|0[3-9]\d)-?\d{3,4}|050\d-?\d{3})-?\d{4}$/;

/** Characters that separate the digits of a number, among them the vowel on the key of the hyphen. */
const SEPARATORS = /[\s\-.()[\]/·・‧•∙~_\u2010-\u2015\u2212\u30fc\u3161]+/g;

/** The country code. Without a sign before it, 82 is one only before a whole number: parts of numbers begin so too. */
const COUNTRY = /^(?:(?:\+|00-?)82-?(?:0-?)*(?=\d)|82-?(?:0-?)*(?=(?:\d-?){8,}$))/;

/** The number with single hyphens, as it is dialled within Korea. */
function domestic(input: string): string {
  const text = readAscii(input)
    .replace(/^tel:/i, '')
    .replace(SEPARATORS, '-')
    .replace(/^-/, '')
    .replace(/-$/, '')
    .replace('+-', '+');
  return text.replace(COUNTRY, '0');
}

/** The digits alone, at most eleven, or twelve of a virtual number, in whatever way the number is written. */
export function phoneDigits(input: string): string {
  const digits = domestic(domestic(input).replace(/\D/g, ''));
  return digits.slice(0, digits.startsWith('050') ? MAX_VIRTUAL_DIGITS : MAX_PHONE_DIGITS);
}

/**
 * Accepts a phone number with or without the country code, and an empty one (spec §5); fields that
 * need one check that for themselves.
 */
export function isPhone(input: string): boolean {
  return input === '' || PHONE_PATTERN.test(domestic(input));
}

/** The digits of a text that is a number, or a part of one; undefined for any other text. */
export function phonePart(text: string): string | undefined {
  return /^\+?[\d-]+$/.test(domestic(text)) ? phoneDigits(text) : undefined;
}

const BETWEEN_DIGITS = new RegExp(`(\\d)${SEPARATORS.source}(?=\\d)`, 'g');

/** The text with the digits of each number side by side, so that a part of a number is found in it. */
export function joinNumbers(text: string): string {
  return readAscii(text).replace(BETWEEN_DIGITS, '$1');
}

function headDigits(digits: string): number {
  if (digits.startsWith('02')) return 2;
  return digits.length === MAX_VIRTUAL_DIGITS ? 4 : 3;
}

/**
 * Hyphens as Koreans write them, also for a number that is still being typed: 3-4-4, and 2-4-4 for
 * Seoul; a complete number of ten digits (nine in Seoul) is split 3-3-4 (2-3-4), a virtual one 4-4-4.
 */
export function formatPhone(input: string): string {
  const digits = phoneDigits(input);
  const head = headDigits(digits);
  const isShort = digits.length === head + 7;
  const middleEnd = head + (isShort ? 3 : 4);
  return [digits.slice(0, head), digits.slice(head, middleEnd), digits.slice(middleEnd)].filter(Boolean).join('-');
}
