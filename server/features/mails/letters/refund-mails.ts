import { FIRM } from '#content/firm.ts';
import { formatDay } from '#shared/format/dates.ts';
import { REFUND_BUSINESS_DAYS, refundAmountText } from '#shared/rules/payments/refund-policy.ts';
import { PROPOSAL_DAYS } from '#shared/rules/payments/second-person.ts';
import { formatWon } from '#shared/rules/price.ts';
import type { MailParams } from '../mail.ts';
import type { Letter } from './letter.ts';
import { greetingOf, orderRows } from './order-mails.ts';

/** Link to the order, where the customer sees the request and can withdraw it. */
function historyLink(siteUrl: string) {
  return { label: '마이페이지에서 확인하기', url: `${siteUrl}/profile` };
}

export function refundAskedLetter(order: MailParams['refund_asked'], siteUrl: string): Letter {
  const { amountWon: amount, basis, dueOn } = order;
  const amountText = basis ? refundAmountText({ amount, basis }) : formatWon(amount);
  return {
    subject: '환불 요청을 접수했습니다',
    greeting: greetingOf(order, '아래 신청의 환불 요청을 접수했습니다.'),
    parts: [
      { rows: [...orderRows(order), ['환불 정책에 따른 금액', amountText]] },
      { text: order.policy },
      {
        text: `접수한 날부터 ${REFUND_BUSINESS_DAYS}영업일 이내(${formatDay(dueOn)}까지)에 처리합니다. 처리하기 전에는 마이페이지에서 요청을 철회하실 수 있습니다.`,
      },
      historyLink(siteUrl),
    ],
  };
}

export function refundWithdrawnLetter(order: MailParams['refund_withdrawn'], siteUrl: string): Letter {
  return {
    subject: '환불 요청이 철회되었습니다',
    greeting: greetingOf(order, '아래 신청의 환불 요청이 철회되었습니다. 신청은 그대로 유지됩니다.'),
    parts: [{ rows: orderRows(order) }, historyLink(siteUrl)],
  };
}

export function refundGrantedLetter(order: MailParams['refund_granted'], siteUrl: string): Letter {
  return {
    subject: '환불 요청을 승인했습니다',
    greeting: greetingOf(order, '아래 신청의 환불 요청을 승인했습니다.'),
    parts: [
      { rows: [...orderRows(order), ['환불 금액', formatWon(order.grantedWon)], ...noteRow(order.note)] },
      { text: '결제하신 수단으로 환불합니다. 환불이 끝나면 다시 알려드립니다.' },
      historyLink(siteUrl),
    ],
  };
}

export function refundRefusedLetter(order: MailParams['refund_refused'], siteUrl: string): Letter {
  return {
    subject: '환불 요청을 받아들이지 못했습니다',
    greeting: greetingOf(order, '아래 신청의 환불 요청을 검토했으나 받아들이지 못했습니다.'),
    parts: [
      { rows: [...orderRows(order), ...noteRow(order.note)] },
      { text: `궁금하신 점은 ${FIRM.phone}으로 문의해주세요.` },
      historyLink(siteUrl),
    ],
  };
}

/** To administrators. Says nothing of customer, amount or reason. */
export function refundProposedLetter({ orderId, orderNumber }: MailParams['refund_proposed'], siteUrl: string): Letter {
  return {
    subject: `두 번째 확인을 기다리는 환불이 있습니다 (주문 ${orderNumber})`,
    greeting: `안녕하세요. 다른 담당자가 주문 ${orderNumber}의 환불을 제안했습니다. 내용을 확인하고 승인하거나 거절해주세요.`,
    parts: [
      { text: `${PROPOSAL_DAYS}일 안에 결정하지 않으면 제안은 자동으로 종료되고, 환불되지 않습니다.` },
      { label: '주문 열기', url: `${siteUrl}/admin/orders/${orderId}` },
    ],
  };
}

function noteRow(note: string | undefined): [label: string, value: string][] {
  return note ? [['담당자 안내', note]] : [];
}
