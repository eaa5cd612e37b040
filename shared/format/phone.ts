/** Most digits a phone field takes (spec §5). */
export const MAX_PHONE_DIGITS = 11;

// Mobile 01x, Seoul 02, or area and service codes 0[3-9]x; 3-4 digits; 4 digits (spec §5).
const PHONE_PATTERN = /^(01\d|02|0[3-9]\d)-?\d{3,4}-?\d{4}$/;

/** The digits alone, at most eleven. */
export function phoneDigits(input: string): string {
  return input.replace(/\D/g, '').slice(0, MAX_PHONE_DIGITS);
}

/**
 * Whether a phone number is acceptable. Empty is (spec §5); fields that need one check that for
 * themselves.
 */
export function isPhone(input: string): boolean {
  return input === '' || PHONE_PATTERN.test(input);
}

/**
 * Hyphens as Koreans write them, also for a number that is still being typed: 3-4-4, and 2-4-4 for
 * Seoul; a complete number of ten digits (nine in Seoul) is split 3-3-4 (2-3-4).
 */
export function formatPhone(input: string): string {
  const digits = phoneDigits(input);
  const head = digits.startsWith('02') ? 2 : 3;
  const isShort = digits.length === head + 7;
  const middleEnd = head + (isShort ? 3 : 4);
  return [digits.slice(0, head), digits.slice(head, middleEnd), digits.slice(middleEnd)].filter(Boolean).join('-');
}
