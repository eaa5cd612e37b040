/**
 * Maximum of payment events shown for an order: an unreachable provider is asked again each minute,
 * for a day.
 */
export const PAYMENT_EVENTS_SHOWN = 500;

/** Labels of payment events by kind (decision 018). */
const LABELS: Readonly<Record<string, string>> = {
  unverified: '결제사 확인 대기',
  approve_asked: '승인 요청',
  asked_again: '결제사에 다시 확인',
  unanswered: '결제사 응답 없음',
  issued: '가상계좌 발급',
  paid: '결제 완료',
  revoking: '가상계좌 취소 요청',
  returning: '환불할 결제',
  returned: '환불할 금액 없음',
  failed: '결제 실패',
  cancelled: '결제 전액 취소',
  refund_asked: '환불 시작',
  refund_unanswered: '환불 응답 없음',
  refund_refused: '환불 거절',
  refund_done: '환불 완료',
  given_back: '환불된 금액 확인',
};

/**
 * Returns the label of an event. An event of a newer version of the program shows its name, so that
 * nothing is hidden.
 */
export function paymentEventLabel(kind: string): string {
  return LABELS[kind] ?? kind;
}

/** Returns whether the message of the event is the provider's; otherwise it is the shop's or an administrator's. */
export function isProviderMessage(kind: string): boolean {
  return kind === 'refund_unanswered' || kind === 'refund_refused';
}
