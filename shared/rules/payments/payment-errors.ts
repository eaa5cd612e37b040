/**
 * Messages for every code with which the payment window ends (spec §8). The first group are codes
 * of the client SDK, the second of its widget, the third our own for what the SDK has no code for.
 */
export const PAYMENT_ERRORS = {
  NEED_MORE_PARAMS: '결제에 필요한 최소한의 정보를 입력해 주십시오.',
  INVALID_REQUEST_PARAMS: '결제 요청 정보가 올바르지 않습니다.',
  NEED_CLIENT_KEY: '결제 설정이 올바르지 않습니다. 고객센터로 문의해 주십시오.',
  NEED_ITEM_ID: '상품 번호가 없어 결제를 시작할 수 없습니다.',
  NEED_ITEM_NAME: '상품 이름이 없어 결제를 시작할 수 없습니다.',
  NEED_ITEM_QTY: '상품 수량이 없어 결제를 시작할 수 없습니다.',
  NEED_ITEM_PRICE: '상품 가격이 없어 결제를 시작할 수 없습니다.',
  NEED_ITEM_TOTAL_PRICE_NOT_MATCH: '결제 금액이 상품 금액의 합계와 다릅니다.',
  RC_RECEIPT_POLLING_INVALID: '결제 상태를 확인하지 못했습니다.',
  RC_CONFIRM_READY_NOT_YET: '결제 승인 준비가 되지 않았습니다.',
  RC_CLOSE_WINDOW: '결제창을 닫아 결제가 취소되었습니다.',

  RC_WIDGET_TYPE_INVALID: '결제 방식이 올바르지 않습니다.',
  RC_PG_METHOD_NOT_SELECTED: '결제 수단을 선택해 주십시오.',
  RC_TERMS_NOT_AGREE: '필수 약관에 모두 동의해 주십시오.',
  RC_OOPAY_NEED_SELECT_WALLET: '간편결제에 등록된 카드나 계좌를 선택해 주십시오.',
  // The same codes by the names that newer versions of the SDK give them.
  RC_BRANDPAY_NEED_SELECT_WALLET: '간편결제에 등록된 카드나 계좌를 선택해 주십시오.',
  NEED_SELECT_WALLET: '간편결제에 등록된 카드나 계좌를 선택해 주십시오.',

  POPUP_BLOCKED: '브라우저가 결제창을 막았습니다. 팝업을 허용한 뒤 다시 시도해 주십시오.',
} as const satisfies Record<string, string>;

type PaymentErrorCode = keyof typeof PAYMENT_ERRORS;

const UNKNOWN = '결제 중에 오류가 발생했습니다. 다시 시도해 주십시오.';

function isKnown(code: string): code is PaymentErrorCode {
  return Object.hasOwn(PAYMENT_ERRORS, code);
}

/**
 * Returns the message for a payment that failed. Codes outside of the table are those of card
 * companies, whose own message is shown, such as an exceeded limit.
 */
export function paymentErrorMessage(code: string, providersMessage = ''): string {
  if (isKnown(code)) return PAYMENT_ERRORS[code];
  return providersMessage.trim() || UNKNOWN;
}
