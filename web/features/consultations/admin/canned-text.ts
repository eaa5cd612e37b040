import type { AdminConversationDetail, CannedReply } from '#shared/features/consultations/admin-schemas.ts';
import { comparable, readLine } from '#shared/text/typed-text.ts';

/** The variables that a canned reply may name. */
export const CANNED_VARIABLES = ['고객명', '주문번호', '서비스명', '담당자명'] as const;
type Variable = (typeof CANNED_VARIABLES)[number];

type Facts = Pick<AdminConversationDetail, 'customer' | 'order_number' | 'service_title'>;

/**
 * Puts the facts of the conversation in the place of `{고객명}` and the others. A variable without a
 * value stays as it is, so that the person who sends the text sees it.
 */
export function fillCannedText(
  text: string,
  { customer, order_number, service_title }: Facts,
  ownName: string,
): string {
  const values: Record<Variable, string> = {
    고객명: customer.fullname,
    주문번호: order_number ?? '',
    서비스명: service_title ?? '',
    담당자명: ownName,
  };
  const all = new RegExp(`\\{(${CANNED_VARIABLES.join('|')})\\}`, 'g');
  return text.replace(all, (variable, name: Variable) => values[name] || variable);
}

/** A variable that is still in a text, as `{주문번호}`. */
export function unfilledVariable(text: string): string | undefined {
  return CANNED_VARIABLES.map((name) => `{${name}}`).find((variable) => text.includes(variable));
}

/**
 * Returns the words after a `/` at the start of the text; undefined where canned replies are not
 * asked for.
 */
export function cannedSearch(text: string): string | undefined {
  const typed = /^\/([^\n]*)$/.exec(text)?.[1];
  return typed === undefined ? undefined : readLine(typed);
}

/** The canned replies whose title or text has what was typed, titles first. */
export function findCannedReplies(replies: readonly CannedReply[], search: string): readonly CannedReply[] {
  const wanted = comparable(search);
  const has = (value: string) => comparable(value).includes(wanted);
  const byTitle = replies.filter(({ title }) => has(title));
  return [...byTitle, ...replies.filter((reply) => !byTitle.includes(reply) && has(reply.text))];
}
