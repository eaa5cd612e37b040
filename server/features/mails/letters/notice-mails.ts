import { NOTICE_TEMPLATES } from '#content/notices/templates.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import type { MailParams } from '../mail.ts';
import { noticePath } from '../notice-path.ts';
import type { Letter } from './letter.ts';

/**
 * A notice that has no letter of its own. It names no service (contract §7), and no name of the
 * account.
 */
export function noticeLetter({ notice, values }: MailParams['notice'], siteUrl: string): Letter {
  const { title, text } = NOTICE_TEMPLATES[notice];
  const [sentence = title] = text.split('\n');
  const rows: (readonly [string, string])[] = [];
  if (values.orderNumber) rows.push(['주문 번호', values.orderNumber]);
  if (values.slot) rows.push(['통화 시간', values.slot]);
  if (values.at) rows.push(['시각', formatDateTime(values.at)]);
  const warning = { text: '본인이 아니라면 바로 비밀번호를 변경하고 다른 기기에서 로그아웃해주세요.' };
  return {
    subject: title,
    greeting: `안녕하세요. ${sentence}`,
    parts: [
      ...(rows.length > 0 ? [{ rows }] : []),
      ...(notice === 'new_device_login' ? [warning] : []),
      { label: '로그인하고 확인하기', url: `${siteUrl}${noticePath(notice, values)}` },
    ],
  };
}
