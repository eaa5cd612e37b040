/** A subject of this length fits a line of the inbox. */
const MAX_FROM_TEXT = 40;
const FROM_FILES = '사진·문서 문의';

/** The subject of a conversation that the firm begins about an order. */
export const orderSubject = (orderNumber: string) => `주문 ${orderNumber}`;

/** The subject of a conversation for which its customer named none: the first line of the text. */
export function conversationSubject({ subject, text }: { subject: string; text: string }): string {
  if (subject.trim() !== '') return subject;
  const [first = ''] = text.trim().split(/\r?\n/);
  const characters = [...first.replaceAll(/\s+/g, ' ').trim()];
  if (characters.length === 0) return FROM_FILES;
  if (characters.length <= MAX_FROM_TEXT) return characters.join('');
  return `${characters.slice(0, MAX_FROM_TEXT).join('')}…`;
}
