import { FULL_REFUND_DAYS, REFUND_BUSINESS_DAYS } from '#shared/rules/payments/refund-policy.ts';
import { FIRM } from './firm.ts';

export type RefundPolicySection = { heading: string; items: readonly string[] };

/** The refund and cancellation policy, shown in the dialog that the footer opens (spec §9). */
export const REFUND_POLICY: readonly RefundPolicySection[] = [
  {
    heading: '입대 전 안심 패키지',
    items: [
      '입대 전에는 전액 환불합니다.',
      `입대일 또는 계약일부터 ${FULL_REFUND_DAYS}일 이내에는 전액 환불합니다.`,
      '위 기간이 지난 뒤의 환불은 이미 제공한 서비스를 확인하여 관련 법령에 따라 안내합니다.',
    ],
  },
  {
    heading: '사건별 즉시 신청 서비스',
    items: [
      '업무에 착수하기 전에는 전액 환불합니다.',
      '업무에 착수한 뒤에는 환불하지 않습니다. 다만 부득이한 사유로 업무를 마칠 수 없게 된 때에는 그렇지 않습니다.',
      '업무 착수 시점은 담당 변호사가 배정되어 서류 검토를 시작한 때이며, 착수 전에 알려드립니다.',
    ],
  },
  {
    heading: '환불 신청 방법',
    items: [
      `환불은 마이페이지의 신청 상세나 이메일(${FIRM.email}) 등 서면으로 신청합니다.`,
      `신청을 받은 날부터 ${REFUND_BUSINESS_DAYS}영업일 이내에 처리합니다.`,
      `업무 시간은 ${FIRM.officeHours}입니다.`,
    ],
  },
];
