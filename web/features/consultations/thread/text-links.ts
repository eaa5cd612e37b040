export type TextPart = { kind: 'text' | 'link'; text: string };

/** Addresses as people paste them. Marks at the end belong to the sentence. */
const ADDRESS = /https?:\/\/[^\s<>"'‘’“”]+[^\s<>"'‘’“”.,:;!?)\]}…]/g;

/** Cuts a text at its web addresses; together the parts are the text. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    if (!URL.canParse(address)) continue;
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index) });
    parts.push({ kind: 'link', text: address });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}
