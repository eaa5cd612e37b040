import type { MailParams } from '../mail.ts';
import type { Letter } from './letter.ts';

/**
 * To the administrator who takes the case. Mailboxes are outside of the firm's protection: customer,
 * service and case are read behind the link.
 */
export function orderAssignedLetter(order: MailParams['order_assigned'], siteUrl: string): Letter {
  return {
    subject: `담당하실 주문이 있습니다 (${order.orderNumber})`,
    greeting: '안녕하세요. 아래 주문의 담당자로 지정되셨습니다.',
    parts: [
      { rows: [['주문 번호', order.orderNumber]] },
      { label: '주문 열기', url: `${siteUrl}/admin/orders/${order.orderId}` },
    ],
  };
}
