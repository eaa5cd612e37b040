/** Holds what the provider says when it refuses: HTTP status and Korean sentence by its code. */
const REFUSALS = {
  APP_KEY_NOT_FOUND: [401, '앱 키를 찾을 수 없습니다. 키를 다시 확인해주세요.'],
  TOKEN_NOT_FOUND: [401, '인증 토큰이 없거나 만료되었습니다.'],
  RC_NOT_FOUND: [404, '결제 정보를 찾을 수 없습니다.'],
  RC_CONFIRM_ALREADY: [400, '이미 승인된 결제입니다.'],
  RC_CONFIRM_NOT_READY: [400, '승인을 기다리는 결제가 아닙니다.'],
  RC_PAYMENT_EXPIRED: [400, '결제 가능 시간이 지났습니다.'],
  RC_CANCEL_NOT_PAID: [400, '결제가 끝나지 않아 취소할 수 없습니다.'],
  RC_CANCEL_PRICE_OVER: [400, '취소 금액이 남은 결제 금액보다 큽니다.'],
  RC_CANCEL_REFUND_ACCOUNT: [400, '환불받을 계좌 정보가 올바르지 않습니다.'],
  RC_CANCEL_ID_DUPLICATED: [400, '이미 처리된 취소 번호입니다.'],
  RC_DEPOSIT_NOT_EXPECTED: [400, '입금을 기다리는 가상계좌가 아닙니다.'],
  RC_PRICE_LEAST_LT: [400, '결제 금액은 100원 이상이어야 합니다.'],
  RC_PG_METHOD_NOT_SELECTED: [400, '결제 수단을 선택해주세요.'],
  RC_TERMS_NOT_AGREE: [400, '필수 약관에 모두 동의해주세요.'],
  NEED_ITEM_TOTAL_PRICE_NOT_MATCH: [400, '결제 금액이 상품 금액의 합계와 다릅니다.'],
  AUTH_NOT_CONFIRMED: [400, '본인인증이 완료되지 않았습니다.'],
  AUTH_EXPIRED: [400, '본인인증 시간이 지났습니다.'],
  AUTH_INVALID_PERSON: [400, '이름, 휴대폰 번호, 생년월일을 정확히 입력해주세요.'],
  INVALID_REQUEST_PARAMS: [400, '결제 요청 정보가 올바르지 않습니다.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ProviderCode = keyof typeof REFUSALS;

/** A refusal of the stand-in provider, in the shape of the real one. */
export class ProviderError extends Error {
  readonly status: number;
  readonly code: ProviderCode;

  constructor(code: ProviderCode) {
    super(REFUSALS[code][1]);
    this.name = 'ProviderError';
    this.status = REFUSALS[code][0];
    this.code = code;
  }

  get body() {
    return { error_code: this.code, message: this.message };
  }
}

/** The connection breaks before an answer. */
export class ConnectionBroken extends Error {
  constructor() {
    super('the connection broke');
    this.name = 'ConnectionBroken';
  }
}
