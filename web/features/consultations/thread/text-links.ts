import { parseUrl } from '#web/lib/browsers/parse-url.ts';

export type TextPart = { kind: 'text' | 'link'; text: string };

/** Addresses as people paste them; quotes and marks of full width end them. */
const ADDRESS = /https?:\/\/[^\s<>"'‘’“”「」『』《》〈〉【】（）［］｛｝，。、；：！？]+/g;
/** Marks at the end that belong to the sentence. */
const END = /[.,:;!?)\]}…·]$/;
const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** What Korean appends to a word without a blank. */
const ENDING =
  '입니다|입니까|이에요|예요|인데요?|인가요|이고|이며|이?라고|이?라는|에서[는도]?|에게|에[는도]?|으?로[는도]?|까지|부터|보다|처럼|하고|이?랑|이?나|을|를|이|가|은|는|의|와|과|도|만|요';
/** Behind a bracket or a last part in ASCII. A part in Hangul may itself end like that. */
const AFTER_ASCII = new RegExp(`^(.*\\)|(?:.*[/?&=#.])?[\\x21-\\x7e]*[A-Za-z0-9_~%-])(?:${ENDING})$`);
const AFTER_HANGUL = /^(.*[^/])(?:입니다|입니까|이에요|인데요?|인가요)$/;

function isUnpaired(address: string, mark: string): boolean {
  const opening = PAIRS[mark];
  return opening === undefined || address.split(opening).length < address.split(mark).length;
}

/** The address without what the sentence added to it. */
function withoutSentence(typed: string): string {
  let address = typed;
  for (;;) {
    const mark = END.exec(address)?.[0];
    const stem = (AFTER_ASCII.exec(address) ?? AFTER_HANGUL.exec(address))?.[1];
    if (mark !== undefined && isUnpaired(address, mark)) address = address.slice(0, -1);
    else if (stem !== undefined) address = stem;
    else return address;
  }
}

/** Cuts a text at its web addresses; together the parts are the text. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: typed, index } of text.matchAll(ADDRESS)) {
    const address = withoutSentence(typed);
    if (!/^https?:\/\/[^/]/.test(address) || !parseUrl(address)) continue;
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index) });
    parts.push({ kind: 'link', text: address });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}
