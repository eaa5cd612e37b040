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

async function isTextIn(encoding: string, parts: AsyncIterable<Buffer>): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let head = '';
  try {
    for await (const part of parts) {
      const text = decoder.decode(part, { stream: true });
      if (CONTROL.test(text)) return false;
      if (head.length < HEAD_CHARACTERS) head += text.slice(0, HEAD_CHARACTERS);
    }
    decoder.decode();
  } catch {
    return false;
  }
  return head !== '' && !MARKUP.test(head);
}

/** Whether a file is plain text in an encoding that Korean programs write. */
export async function isTextFile(head: Buffer, read: () => AsyncIterable<Buffer>): Promise<boolean> {
  for (const encoding of encodingsFor(head)) if (await isTextIn(encoding, read())) return true;
  return false;
}
