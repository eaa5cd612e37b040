import { parseUrl } from '#web/lib/browsers/parse-url.ts';

export type TextPart = { kind: 'text' | 'link'; text: string };

/**
 * Addresses as people paste them, or as keyboards begin a sentence with them; quotes and marks of
 * full width end them.
 */
const ADDRESS = /https?:\/\/[^\s<>"'‘’“”「」『』《》〈〉【】（）［］｛｝，。、；：！？]+/gi;
/** Marks at the end that belong to the sentence. */
const MARKS = '.,:;!?…·';
/** So do closing brackets without an opening one. */
const PAIRS = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
] as const;

/** Endings that Korean appends to a word without a blank, behind a bracket or ASCII. */
const AFTER_ASCII =
  /[A-Za-z0-9_~%)-](입니다|입니까|이에요|예요|인데요?|인가요|이고요?|이며|이?라고|이?라는|에서[는도]?|에게|에[는도]?|으?로[는도]?|까지|부터|보다|처럼|하고|이?랑|이?나|을|를|이|가|은|는|의|와|과|도|만|요)$/;
/** Endings of a sentence, behind any word: a last part in Hangul may itself end like the others. */
const AFTER_ANY = /[^/](입니다|입니까|이에요|인데요?|인가요)$/;
/** The longest ending and the character before it. Patterns read no more: each character is cut off by itself. */
const LONGEST_ENDING = 4;

/** How many brackets of each kind are closed without being opened. */
function countUnpaired(address: string): Map<string, number> {
  const countOf = (mark: string) => address.split(mark).length;
  return new Map(PAIRS.map(([opening, closing]) => [closing, countOf(closing) - countOf(opening)]));
}

const isAscii = (text: string) => /^[\x21-\x7e]*$/.test(text);
const lastPart = (address: string) => address.split(/[/?&=#.]/).at(-1) ?? '';

/** How many characters at the end Korean has appended. */
function endingLength(address: string): number {
  const end = address.slice(-LONGEST_ENDING);
  const ending = AFTER_ASCII.exec(end)?.[1];
  if (ending !== undefined) {
    const word = address.slice(0, -ending.length);
    if (word.endsWith(')') || isAscii(lastPart(word))) return ending.length;
  }
  return AFTER_ANY.exec(end)?.[1]?.length ?? 0;
}

/** The address without what the sentence added to it. */
function withoutSentence(typed: string): string {
  const unpaired = countUnpaired(typed);
  let address = typed;
  for (;;) {
    const mark = address.slice(-1);
    const count = unpaired.get(mark) ?? 0;
    if (count > 0) unpaired.set(mark, count - 1);
    const length = count > 0 || MARKS.includes(mark) ? 1 : endingLength(address);
    if (length === 0) return address;
    address = address.slice(0, -length);
  }
}

/** Cuts a text at its web addresses; together the parts are the text. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: typed, index } of text.matchAll(ADDRESS)) {
    const address = withoutSentence(typed);
    if (!/^https?:\/\/[^/]/i.test(address) || !parseUrl(address)) continue;
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index) });
    parts.push({ kind: 'link', text: address });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}
