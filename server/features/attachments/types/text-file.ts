/** The first part of a file; all of it where nothing follows. */
export type FirstPart = { head: Buffer; isWhole: boolean };

/** Text that browsers or Office would run or render is no text file. */
const MARKUP = /^\s*<(\?xml|!doctype|!--|html|head|body|svg|script)/i;
/** Text has line breaks, tabs and form feeds, and no other control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;
const HEAD_CHARACTERS = 1000;

function encodingsFor(head: Buffer): string[] {
  if (head[0] === 0xff && head[1] === 0xfe) return ['utf-16le'];
  if (head[0] === 0xfe && head[1] === 0xff) return ['utf-16be'];
  // Korean text files are often in the older encoding.
  return ['utf-8', 'euc-kr'];
}

function isTextIn(encoding: string, { head, isWhole }: FirstPart): boolean {
  try {
    // Where more follows, the last character may be cut.
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: !isWhole });
    return text !== '' && !CONTROL.test(text) && !MARKUP.test(text.slice(0, HEAD_CHARACTERS));
  } catch {
    return false;
  }
}

/** Returns whether a file begins as plain text in an encoding that Korean programs write. */
export function isTextFile(first: FirstPart): boolean {
  return encodingsFor(first.head).some((encoding) => isTextIn(encoding, first));
}
