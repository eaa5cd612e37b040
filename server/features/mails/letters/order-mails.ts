import { FIRM } from '#content/firm.ts';
import { CASH_RECEIPT_NOTE } from '#content/purchase-notes.ts';
import { contactPromise } from '#shared/format/contact-promise.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { formatWon } from '#shared/rules/price.ts';
import type { MailParams } from '../mail.ts';
import type { Letter } from './letter.ts';

type OrderParams = MailParams['order_confirmed'];

export function greetingOf({ fullname }: OrderParams, rest: string): string {
  return `${fullname ? `${fullname} 님, 안녕하세요.` : '안녕하세요.'} ${rest}`;
}

export function orderRows({ orderNumber, serviceTitle, plan }: OrderParams): [label: string, value: string][] {
  return [
    ['주문 번호', orderNumber],
    ['서비스', serviceTitle],
    ['상품 옵션', plan],
  ];
}

function orderLink({ orderId }: OrderParams, siteUrl: string) {
  return { label: '신청 내용 보기', url: `${siteUrl}/purchase/result?orderId=${orderId}` };
}

export function orderConfirmedLetter(order: MailParams['order_confirmed'], siteUrl: string): Letter {
  return {
    subject: '결제가 완료되었습니다',
    greeting: greetingOf(order, '신청하신 서비스의 결제가 완료되었습니다.'),
    parts: [
      { rows: [...orderRows(order), ['결제 금액', formatWon(order.priceWon)]] },
      ...lawyerPart(order),
      { text: `${promiseOf(order)} 급한 일은 ${FIRM.phone}으로 알려주세요.` },
      { text: '연락받으실 번호는 마이페이지의 내 정보에서 바꾸실 수 있습니다.' },
      orderLink(order, siteUrl),
    ],
  };
}

/** Who takes the case, where that is decided. */
export function lawyerPart({ lawyer }: Pick<OrderParams, 'lawyer'>): Letter['parts'] {
  return lawyer ? [{ lawyer }] : [];
}

function promiseOf({ contactBy, phone }: OrderParams): string {
  return contactBy ? contactPromise(contactBy, phone) : '담당 변호사가 등록하신 번호로 연락드립니다.';
}

/** A full refund of a paid order. */
export function orderCancelledLetter(order: MailParams['order_cancelled'], siteUrl: string): Letter {
  return {
    subject: '신청이 취소되고 환불되었습니다',
    greeting: greetingOf(order, '아래 신청이 취소되어 결제 금액을 모두 환불했습니다.'),
    parts: [
      { rows: [...orderRows(order), ['환불 금액', formatWon(order.priceWon)]] },
      { text: '카드사에 따라 실제로 취소되기까지 며칠이 걸릴 수 있습니다.' },
      orderLink(order, siteUrl),
    ],
  };
}

export function orderRefundedLetter(order: MailParams['order_refunded'], siteUrl: string): Letter {
  return {
    subject: '결제 금액의 일부를 환불했습니다',
    greeting: greetingOf(order, '아래 신청의 결제 금액 가운데 일부를 환불했습니다.'),
    parts: [
      { rows: [...orderRows(order), ['환불 금액', formatWon(order.refundedWon)]] },
      { text: '카드사에 따라 실제로 취소되기까지 며칠이 걸릴 수 있습니다.' },
      orderLink(order, siteUrl),
    ],
  };
}

/** The refund of a second payment, or of one for a closed order. */
export function paymentReturnedLetter(order: MailParams['payment_returned'], siteUrl: string): Letter {
  return {
    subject: '신청에 쓰이지 않은 결제를 환불했습니다',
    greeting: greetingOf(order, '아래 신청에 쓰이지 않은 결제 금액을 환불했습니다.'),
    parts: [
      { rows: [...orderRows(order), ['환불 금액', formatWon(order.refundedWon)]] },
      { text: '카드사에 따라 실제로 취소되기까지 며칠이 걸릴 수 있습니다.' },
      orderLink(order, siteUrl),
    ],
  };
}

export function refundAccountLetter(order: MailParams['refund_account'], siteUrl: string): Letter {
  return {
    subject: '환불받으실 계좌를 알려주세요',
    greeting: greetingOf(order, '이미 종료된 신청에 입금해주셔서, 그 금액을 돌려드리려고 합니다.'),
    parts: [
      { rows: [...orderRows(order), ['환불 금액', formatWon(order.amountWon)]] },
      { text: '아래 화면에서 환불받으실 계좌를 입력해주세요. 입력하시면 바로 환불을 진행합니다.' },
      { label: '계좌 입력하기', url: `${siteUrl}/purchase/result?orderId=${order.orderId}` },
    ],
  };
}

export function virtualAccountLetter(order: MailParams['virtual_account'], siteUrl: string): Letter {
  const { bankName, accountNumber, holder, expiresAt } = order;
  const deadline: [string, string][] = expiresAt ? [['입금 기한', `${formatDateTime(expiresAt)}까지`]] : [];
  return {
    subject: '입금하실 가상계좌를 알려드립니다',
    greeting: greetingOf(order, '아래 계좌로 입금하시면 결제가 완료됩니다.'),
    parts: [
      {
        rows: [
          ['은행', bankName],
          ['계좌 번호', accountNumber],
          ['예금주', holder],
          ['입금 금액', formatWon(order.priceWon)],
          ...deadline,
        ],
      },
      { text: CASH_RECEIPT_NOTE },
      { rows: orderRows(order) },
      orderLink(order, siteUrl),
    ],
  };
}
