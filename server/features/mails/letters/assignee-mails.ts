import { formatDeadline } from '#shared/format/contact-promise.ts';
import { formatPhone } from '#shared/format/phone.ts';
import type { Letter } from './letter.ts';
import type { MailParams } from './mail.ts';

/** To the administrator who takes the case. The subject names neither service nor customer. */
export function orderAssignedLetter(order: MailParams['order_assigned'], siteUrl: string): Letter {
  const { contactBy, deadlineOn, contactWindow } = order;
  const optional: [label: string, value: string | null][] = [
    ['연락 기한', contactBy && `${formatDeadline(contactBy)}까지`],
    ['통화 희망 시간', contactWindow],
    ['출석일이나 기한', deadlineOn],
  ];
  return {
    subject: `담당하실 주문이 있습니다 (${order.orderNumber})`,
    greeting: '안녕하세요. 아래 주문의 담당자로 지정되셨습니다.',
    parts: [
      {
        rows: [
          ['주문 번호', order.orderNumber],
          ['서비스', order.serviceTitle],
          ['고객', order.customerName || '이름 없음'],
          ['전화번호', formatPhone(order.phone)],
          ...optional.flatMap(([label, value]) => (value ? [[label, value] as const] : [])),
        ],
      },
      { label: '주문 열기', url: `${siteUrl}/admin/orders/${order.orderId}` },
    ],
  };
}
