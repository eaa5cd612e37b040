import { FIRM } from '#content/firm.ts';
import { WORK_STARTED_REASON } from '#shared/rules/payments/refund-policy.ts';
import type { MailParams } from '../mail.ts';
import type { Letter } from './letter.ts';
import { greetingOf, lawyerPart } from './order-mails.ts';

function orderLink({ orderId }: MailParams['work_started'], siteUrl: string) {
  return { label: '진행 상황 보기', url: `${siteUrl}/orders/${orderId}` };
}

/** Who handles the case, in writing (변호사법 50조 5항); names no service. */
export function lawyerNamedLetter(
  { orderId, orderNumber, lawyer, isChange }: MailParams['lawyer_named'],
  siteUrl: string,
): Letter {
  const says = isChange ? '아래 사건의 담당이 바뀌었습니다.' : '아래 사건의 담당을 알려드립니다.';
  return {
    subject: isChange ? '사건 담당 변경 안내' : '사건 담당 안내',
    greeting: `안녕하세요. ${says}`,
    parts: [
      { rows: [['주문 번호', orderNumber]] },
      { lawyer },
      { text: `담당이 바뀌면 그때마다 다시 알려드립니다. 궁금하신 점은 ${FIRM.phone}으로 문의해주세요.` },
      { label: '진행 상황 보기', url: `${siteUrl}/orders/${orderId}` },
    ],
  };
}

export function workStartedLetter(order: MailParams['work_started'], siteUrl: string): Letter {
  return {
    subject: '업무를 시작했습니다',
    greeting: greetingOf(order, '신청하신 사건의 업무를 시작했습니다.'),
    parts: [
      // Neither service nor plan (contract §7): what it is about is read behind the login.
      { rows: [['주문 번호', order.orderNumber]] },
      ...lawyerPart(order),
      ...(order.endsFullRefund ? [{ text: WORK_STARTED_REASON }] : []),
      { text: `궁금하신 점은 ${FIRM.phone}으로 문의해주세요.` },
      orderLink(order, siteUrl),
    ],
  };
}
