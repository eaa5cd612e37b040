/**
 * Drops the characters at the end that match. A pattern with `+$` is tried again at each of them and takes the
 * square of their number: half a second for the longest address that Node accepts.
 */
export function trimEnd(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
