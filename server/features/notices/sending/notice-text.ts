import { FIRM } from '#content/firm.ts';
import { NOTICE_TEMPLATES } from '#content/notices/templates.ts';
import type { NoticeValues } from '#server/features/mails/mail.ts';
import { noticePath } from '#server/features/mails/notice-path.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import type { NoticeKind } from '#shared/rules/notices/notices.ts';
import { formatWon } from '#shared/rules/price.ts';

export type NoticeText = { text: string; variables: Readonly<Record<string, string>> };

/** For what the provider did not name, such as the holder of an account: an empty variable is refused. */
const UNKNOWN = '주문 내역에서 확인해주세요';
const VARIABLE = /#\{([^}]+)\}/g;

/** Values of every variable that a template can have; empty where the event has none. */
function valuesOf(kind: NoticeKind, values: NoticeValues, siteUrl: string): Readonly<Record<string, string>> {
  const { orderNumber = '', refundedWon, priceWon = 0, bankName = '', accountNumber = '', holder = '' } = values;
  return {
    주문번호: orderNumber,
    금액: formatWon(refundedWon ?? priceWon),
    은행: bankName,
    계좌번호: accountNumber,
    예금주: holder,
    기한: values.expiresAt ? formatDateTime(values.expiresAt) : '정해지지 않음',
    시각: values.at ? formatDateTime(values.at) : '',
    시간: values.slot ?? '',
    링크: `${siteUrl}${noticePath(kind, values)}`,
  };
}

/** Renders the text of a notice, with the variables of its template. */
export function writeNotice(kind: NoticeKind, event: NoticeValues, siteUrl: string): NoticeText {
  const { text: template } = NOTICE_TEMPLATES[kind];
  const values = valuesOf(kind, event, siteUrl);
  const names = [...template.matchAll(VARIABLE)].map(([, name = '']) => name);
  const variables = Object.fromEntries(names.map((name) => [name, values[name] || UNKNOWN]));
  const text = template.replace(VARIABLE, (_whole, name: string) => variables[name] ?? '');
  return { text: `[${FIRM.centreName}] ${text}`, variables };
}
