import { FULL_REFUND_DAYS } from '#shared/rules/payments/refund-policy.ts';

type PurchaseNotes = {
  /** How long the service is provided; the law requires it on the payment page. */
  period: string;
  withdrawal: string;
  /** Shown when the payment is done: thanks, then the next steps. */
  thanks: string;
  nextSteps: readonly string[];
};

/** Names what the payment window offers; the provider's console decides on it. */
export const PAYMENT_METHODS = '카드, 간편결제, 계좌 입금(가상계좌) 가운데 결제창에서 고르십니다.';

/** Shown wherever a buyer is asked to transfer money. */
export const CASH_RECEIPT_NOTE =
  '현금영수증은 결제창에서 신청하신 내용으로 입금이 확인된 뒤 발급합니다. 신청하지 않으셨거나 바꾸려면 센터로 연락해주세요.';

/** Shown before and after paying for a package (bought before enlistment, used until discharge). */
export const PACKAGE_NOTES: PurchaseNotes = {
  period: '결제일부터 전역일까지 제공합니다.',
  withdrawal: `입대 전에는 전액, 입대일 또는 계약일부터 ${FULL_REFUND_DAYS}일 이내에도 전액 환불합니다.`,
  thanks: '군 복무 안심 패키지를 신청해주셔서 감사합니다. 입대 전부터 전역까지 담당 변호사가 함께 준비합니다.',
  nextSteps: [
    '담당 변호사가 약속한 시각까지 전화로 연락드립니다.',
    '전화 상담에서 군인의 입대 일정과 건강 상태를 확인하고, 이용 안내문을 이메일이나 우편으로 보내드립니다.',
    '복무 중 문제가 생기면 군인이나 가족 누구든 센터로 연락해주세요. 횟수 제한 없이 상담합니다.',
  ],
};

/** The same for a single service. */
export const CASE_NOTES: PurchaseNotes = {
  period: '결제일부터 신청하신 업무를 마칠 때까지 제공합니다.',
  withdrawal: '업무 착수 전에는 전액 환불합니다. 착수 뒤에는 부득이한 사유가 있을 때만 환불합니다.',
  thanks: '신청해주셔서 감사합니다. 담당 변호사가 신청 내용을 읽고 전화드립니다.',
  nextSteps: [
    '담당 변호사가 약속한 시각까지 전화로 연락드립니다.',
    '전화 상담에서 지금까지의 경과를 듣고, 준비하실 서류를 알려드립니다.',
    '서류 검토를 시작하기 전에 업무 착수 시점을 알려드립니다.',
  ],
};
