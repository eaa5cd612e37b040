import { readLine } from './typed-text.ts';

/** Most characters of a name at the payment provider (`order_name`). */
const MAX_NAME = 100;

/**
 * Signs that a name may have at the provider and at the companies behind it: they refuse quotes,
 * backslashes and commas, and emoji make their windows fail.
 */
const REFUSED = /[^\p{L}\p{M}\p{N} ()[\].:·/~%+_-]+|[\ufe00-\ufe0f]/gu;

/** A name or a sentence as the payment provider takes it, cut at the end. */
export function providerText(text: string): string {
  const plain = readLine(text).replace(REFUSED, ' ').replace(/ +/g, ' ').trim();
  let fitted = '';
  for (const character of plain) {
    if (fitted.length + character.length > MAX_NAME) break;
    fitted += character;
  }
  return fitted.trim();
}
