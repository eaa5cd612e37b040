import { FIRM } from '#content/firm.ts';
import { lawyerName } from '#shared/format/lawyer-name.ts';
import { WORK_STARTED_REASON } from '#shared/rules/payments/refund-policy.ts';
import type { Letter } from './letter.ts';
import type { MailParams } from './mail.ts';
import { greetingOf } from './order-mails.ts';

type OrderParams = MailParams['work_started'];

/** These mails name neither service nor plan (contract §7): what they are about is read behind the login. */
function rowsOf({ orderNumber, lawyer }: OrderParams): [label: string, value: string][] {
  return [['주문 번호', orderNumber], ...(lawyer ? [['담당', lawyerName(lawyer)] as [string, string]] : [])];
}

function orderLink({ orderId }: OrderParams, siteUrl: string) {
  return { label: '진행 상황 보기', url: `${siteUrl}/orders/${orderId}` };
}

export function workStartedLetter(order: MailParams['work_started'], siteUrl: string): Letter {
  return {
    subject: '업무를 시작했습니다',
    greeting: greetingOf(order, '신청하신 주문의 업무를 시작했습니다.'),
    parts: [
      { rows: rowsOf(order) },
      ...(order.endsFullRefund ? [{ text: WORK_STARTED_REASON }] : []),
      { text: `궁금하신 점은 ${FIRM.phone}으로 문의해주세요. (${FIRM.officeHours})` },
      orderLink(order, siteUrl),
    ],
  };
}
