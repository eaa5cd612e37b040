/**
 * Every error code of the API with its HTTP status and the sentence a person reads (contract §1).
 * Two sentences are English because spec §8 fixes them.
 */
export const ERRORS = {
  VALIDATION_FAILED: { status: 400, message: '입력한 내용을 다시 확인해주세요.' },
  MALFORMED_JSON: { status: 400, message: '요청 본문이 올바른 JSON 형식이 아닙니다.' },
  BAD_REQUEST: { status: 400, message: '잘못된 요청입니다.' },
  INVALID_ID: { status: 400, message: '올바르지 않은 번호입니다.' },
  WRONG_PASSWORD: { status: 400, message: '현재 비밀번호가 올바르지 않습니다.' },
  RESET_TOKEN_INVALID: {
    status: 400,
    message: '비밀번호 재설정 링크가 올바르지 않거나 만료되었습니다. 다시 요청해주세요.',
  },
  EMAIL_TOKEN_INVALID: {
    status: 400,
    message: '링크가 올바르지 않거나 이미 사용되었거나 만료되었습니다. 마이페이지에서 다시 요청해주세요.',
  },
  CODE_INVALID: { status: 400, message: '인증 코드가 올바르지 않습니다. 새 코드로 다시 시도해주세요.' },
  PHONE_UNUSABLE: {
    status: 400,
    message: '문자를 받을 수 있는 휴대폰 번호가 아닙니다. 회원 정보에서 번호를 확인해주세요.',
  },
  IDENTITY_MISMATCH: {
    status: 400,
    message:
      '본인인증한 이름이나 휴대폰 번호가 회원 정보와 다르거나 만 14세 미만입니다. 회원 정보를 확인한 뒤 다시 시도해주세요.',
  },
  PASSKEY_REFUSED: { status: 400, message: '패스키를 등록하지 못했습니다. 처음부터 다시 시도해주세요.' },
  SOCIAL_TOKEN_INVALID: { status: 400, message: '유효하지 않은 소셜 로그인 세션입니다. 다시 시도해주세요.' },
  SEARCH_TOO_WIDE: { status: 400, message: '검색 결과가 너무 많습니다. 더 자세히 입력하거나 기간을 좁혀주세요.' },
  FILE_TYPE: {
    status: 400,
    message:
      '올릴 수 없는 형식의 파일입니다. PDF, HWP, HWPX, DOCX, XLSX, PPTX, TXT, JPG, PNG, WebP, HEIC, MP3, M4A, MP4, ZIP 파일을 올려주세요. ' +
      'MOV·3GP 동영상은 MP4로, WAV·AMR 녹음은 MP3나 M4A로 바꾸고, 문서의 암호는 풀어서 올려주세요.',
  },
  REPORT_REFUSED: { status: 401, message: '서명을 확인할 수 없는 요청입니다.' },
  UNAUTHENTICATED: { status: 401, message: '로그인이 필요합니다.' },
  LOGIN_EXPIRED: { status: 401, message: '로그인을 확인하는 시간이 지났습니다. 처음부터 다시 로그인해주세요.' },
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid ID or password' },
  ADMIN_UNAUTHENTICATED: { status: 401, message: 'Authentication or Admin privileges required' },
  ADMIN_FORBIDDEN: { status: 403, message: 'Authentication or Admin privileges required' },
  PERMISSION_REQUIRED: { status: 403, message: 'Authentication or Admin privileges required' },
  SECOND_FACTOR_REQUIRED: { status: 403, message: 'Authentication or Admin privileges required' },
  STEP_UP_REQUIRED: { status: 403, message: '본인 확인이 한 번 더 필요합니다.' },
  PASSWORD_CHANGE_REQUIRED: { status: 403, message: '먼저 비밀번호를 12자 이상으로 바꿔주세요.' },
  CSRF_INVALID: { status: 403, message: '보안 토큰이 올바르지 않습니다. 새로고침한 뒤 다시 시도해주세요.' },
  FORBIDDEN: { status: 403, message: '접근할 수 없는 주소입니다.' },
  FOREIGN_ORIGIN: { status: 403, message: '다른 사이트에서 보낸 요청은 처리할 수 없습니다.' },
  FOREIGN_SENDER: { status: 403, message: '이 주소에서 보낸 알림은 받지 않습니다.' },
  PAYMENT_FAILED: { status: 402, message: '결제가 승인되지 않았습니다. 다른 결제 수단으로 다시 시도해주세요.' },
  NOT_FOUND: { status: 404, message: '요청하신 내용을 찾을 수 없습니다.' },
  EMAIL_UNKNOWN: { status: 404, message: '해당 이메일로 가입된 계정을 찾을 수 없습니다.' },
  SERVICE_NOT_FOUND: { status: 404, message: '서비스를 찾을 수 없습니다.' },
  SESSION_NOT_FOUND: { status: 404, message: '로그인한 기기를 찾을 수 없습니다.' },
  FACTOR_NOT_FOUND: { status: 404, message: '등록된 인증 수단을 찾을 수 없습니다.' },
  SOLDIER_NOT_FOUND: { status: 404, message: '군인 정보를 찾을 수 없습니다.' },
  ORDER_NOT_FOUND: { status: 404, message: '주문을 찾을 수 없습니다.' },
  USER_NOT_FOUND: { status: 404, message: '회원을 찾을 수 없습니다.' },
  REFUND_REQUEST_NOT_FOUND: { status: 404, message: '환불 요청을 찾을 수 없습니다.' },
  REFUND_PROPOSAL_NOT_FOUND: { status: 404, message: '확인을 기다리는 환불을 찾을 수 없습니다.' },
  CALL_NOT_FOUND: { status: 404, message: '통화 기록을 찾을 수 없습니다.' },
  STEP_NOT_FOUND: { status: 404, message: '진행 단계를 찾을 수 없습니다.' },
  SAVED_FILTER_NOT_FOUND: { status: 404, message: '저장한 필터를 찾을 수 없습니다.' },
  MAIL_NOT_FOUND: { status: 404, message: '메일을 찾을 수 없습니다.' },
  CONVERSATION_NOT_FOUND: { status: 404, message: '상담을 찾을 수 없습니다.' },
  ATTACHMENT_NOT_FOUND: { status: 404, message: '파일을 찾을 수 없습니다.' },
  CANNED_REPLY_NOT_FOUND: { status: 404, message: '자주 쓰는 답변을 찾을 수 없습니다.' },
  CALLBACK_NOT_FOUND: { status: 404, message: '예약한 전화 상담 시간이 없습니다.' },
  NOTICE_NOT_FOUND: { status: 404, message: '알림을 찾을 수 없습니다.' },
  USER_ID_TAKEN: { status: 409, message: '이미 사용 중인 아이디입니다.' },
  EMAIL_ACCOUNTS_FULL: {
    status: 409,
    message: '이 이메일로 가입된 계정이 너무 많습니다. 다른 이메일 주소를 입력해주세요.',
  },
  SOCIAL_ACCOUNT_EXISTS: { status: 409, message: '이미 가입된 소셜 계정입니다. 로그인해주세요.' },
  PAYMENT_IN_PROGRESS: {
    status: 409,
    message: '결제를 확인하고 있는 주문이 있어 지금은 탈퇴할 수 없습니다. 결제가 끝나거나 취소된 뒤 다시 시도해주세요.',
  },
  EMAIL_MISSING: { status: 409, message: '등록된 이메일 주소가 없습니다.' },
  EMAIL_VERIFIED: { status: 409, message: '이미 확인된 이메일 주소입니다.' },
  PHONE_VERIFIED: { status: 409, message: '이미 인증된 휴대폰 번호입니다.' },
  CODE_EXPIRED: { status: 409, message: '인증번호를 입력할 수 있는 시간이 지났습니다. 인증번호를 다시 받아주세요.' },
  IDENTITY_USED: { status: 409, message: '이미 사용된 본인인증입니다. 처음부터 다시 시도해주세요.' },
  IDENTITY_EXPIRED: { status: 409, message: '본인인증을 마칠 수 있는 시간이 지났습니다. 처음부터 다시 시도해주세요.' },
  IDENTITY_NOT_PROVEN: { status: 409, message: '본인인증이 끝나지 않았습니다. 처음부터 다시 시도해주세요.' },
  NOTICE_FIXED: { status: 409, message: '결제와 환불을 알리는 메일은 끌 수 없습니다.' },
  NOT_FAILED: { status: 409, message: '보내지 못한 알림만 다시 보낼 수 있습니다.' },
  LAST_ADMIN: { status: 409, message: '관리자가 한 명뿐이라 처리할 수 없습니다. 다른 관리자를 먼저 지정해주세요.' },
  LAST_OWNER: { status: 409, message: '소유자가 한 명뿐이라 처리할 수 없습니다. 다른 소유자를 먼저 지정해주세요.' },
  LAST_FACTOR: { status: 409, message: '마지막 인증 수단은 삭제할 수 없습니다. 다른 인증 수단을 먼저 등록해주세요.' },
  NO_SECOND_FACTOR: { status: 409, message: '등록된 인증 수단이 없습니다. 먼저 인증 앱이나 패스키를 등록해주세요.' },
  TOO_MANY_FACTORS: {
    status: 409,
    message: '인증 수단은 10개까지 등록할 수 있습니다. 쓰지 않는 것을 먼저 삭제해주세요.',
  },
  OWN_ACCOUNT: { status: 409, message: '자신의 권한과 사용 여부는 바꿀 수 없습니다. 다른 관리자에게 요청해주세요.' },
  PRICE_MISMATCH: { status: 409, message: '결제 금액이 현재 가격과 다릅니다. 새로고침한 뒤 다시 시도해주세요.' },
  TERMS_CHANGED: {
    status: 409,
    message: '이용약관이 변경되었습니다. 새로고침하여 바뀐 약관을 확인한 뒤 다시 신청해주세요.',
  },
  TERMS_TAKEN: { status: 409, message: '같은 이름의 약관 파일이 이미 있습니다.' },
  NO_VALID_PLAN: { status: 409, message: '선택할 수 있는 상품 옵션이 없습니다.' },
  NOT_CANCELLABLE: { status: 409, message: '이미 결제되었거나 결제를 확인하고 있어 취소할 수 없습니다.' },
  ORDER_CANCELLED: { status: 409, message: '취소된 주문입니다. 처음부터 다시 신청해주세요.' },
  RECEIPT_MISMATCH: { status: 409, message: '이 주문의 결제 내역이 아닙니다.' },
  RECEIPT_USED: { status: 409, message: '이미 다른 주문에 사용된 결제 내역입니다.' },
  PAYMENT_NOT_READY: { status: 409, message: '아직 결제가 끝나지 않았습니다. 결제를 마친 뒤 다시 시도해주세요.' },
  ORDER_ALREADY_PAID: { status: 409, message: '이미 결제가 끝난 주문입니다. 나중에 한 결제는 취소됩니다.' },
  CONFLICT: { status: 409, message: '다른 곳에서 먼저 변경되었습니다. 새로고침한 뒤 다시 시도해주세요.' },
  VERSION_CONFLICT: {
    status: 409,
    message: '편집하는 동안 다른 관리자가 먼저 저장했습니다. 바뀐 내용을 확인한 뒤 다시 저장해주세요.',
  },
  MAIL_NOT_RETRYABLE: { status: 409, message: '다시 보낼 수 없는 메일입니다. 필요하면 회원이 새로 요청해야 합니다.' },
  NOTHING_TO_DISMISS: { status: 409, message: '보내지 못한 건만 확인 처리할 수 있습니다.' },
  NOT_PAID: { status: 409, message: '환불할 결제가 없는 주문입니다.' },
  REFUND_EXCEEDS_PAID: { status: 409, message: '환불 금액이 남은 결제 금액보다 큽니다.' },
  REFUND_IN_PROGRESS: { status: 409, message: '먼저 요청한 환불을 처리하고 있습니다. 끝난 뒤 다시 시도해주세요.' },
  SECOND_PERSON_REQUIRED: {
    status: 409,
    message: '혼자 결정할 수 없는 환불입니다. 다른 담당자에게 확인을 요청해주세요.',
  },
  REFUND_PROPOSED: {
    status: 409,
    message: '두 번째 확인을 기다리는 환불이 있습니다. 그 환불을 먼저 승인하거나 거절해주세요.',
  },
  REFUND_PROPOSAL_CLOSED: {
    status: 409,
    message: '이미 승인되었거나 더 이상 기다리지 않는 환불입니다. 새로고침하여 확인해주세요.',
  },
  OWN_PROPOSAL: { status: 409, message: '직접 요청한 환불은 승인할 수 없습니다. 다른 담당자가 확인해야 합니다.' },
  PROPOSER_NOT_ENTITLED: {
    status: 409,
    message: '확인을 요청한 담당자에게 지금은 환불 권한이 없습니다. 거절한 뒤 다시 진행해주세요.',
  },
  NO_REFUND_WAITING: { status: 409, message: '계좌를 기다리는 환불이 없습니다.' },
  ATTEMPT_ENDED: { status: 409, message: '이미 끝난 결제입니다. 새로고침하여 확인해주세요.' },
  REFUND_REQUEST_OPEN: {
    status: 409,
    message: '고객이 환불을 요청한 주문입니다. 요청을 먼저 처리하거나, 확인한 뒤 업무를 시작해주세요.',
  },
  ORDER_NOT_PAID: { status: 409, message: '결제가 끝난 주문이 아닙니다.' },
  SLOT_FULL: { status: 409, message: '방금 예약이 모두 찬 시간입니다. 다른 시간을 선택해주세요.' },
  REFUND_REQUEST_CLOSED: { status: 409, message: '이미 처리되었거나 철회된 환불 요청입니다.' },
  CONVERSATION_OPEN: {
    status: 409,
    message: '이 주문에는 진행 중인 상담이 있습니다. 그 상담에서 이어서 문의해주세요.',
  },
  CONVERSATION_CLOSED: { status: 409, message: '종료된 지 오래된 상담입니다. 새 상담으로 문의해주세요.' },
  CLIENT_ID_REUSED: { status: 409, message: '같은 번호로 다른 내용을 이미 보냈습니다. 새로고침한 뒤 다시 보내주세요.' },
  SCAN_PENDING: { status: 409, message: '파일을 검사하고 있습니다. 잠시 후 다시 시도해주세요.' },
  INFECTED: { status: 410, message: '악성 코드가 발견되어 내려받을 수 없는 파일입니다.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: '보낸 내용이 너무 큽니다.' },
  IMAGE_TOO_LARGE: { status: 413, message: '이미지 파일이 너무 큽니다. 10메가바이트 이하의 파일을 올려주세요.' },
  FILE_TOO_LARGE: { status: 413, message: '파일이 너무 큽니다. 20메가바이트 이하의 파일을 올려주세요.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: '이 주소에서 받지 않는 형식의 요청입니다.' },
  TOO_MANY_REQUESTS: { status: 429, message: '요청이 너무 많습니다. 잠시 후 다시 시도해주세요.' },
  FILE_QUOTA: {
    status: 429,
    message: '보관할 수 있는 파일 용량을 모두 사용했습니다. 파일이 더 필요하면 담당자에게 문의해주세요.',
  },
  INTERNAL: { status: 500, message: '일시적인 오류가 발생했습니다. 잠시 후 다시 시도해주세요.' },
  GATEWAY_UNAVAILABLE: {
    status: 502,
    message: '결제사의 응답을 확인하지 못했습니다. 결제 여부를 확인하고 있으니 다시 결제하지 마세요.',
  },
  PROVIDER_UNREACHABLE: { status: 502, message: '결제사에 연결하지 못했습니다. 잠시 후 다시 시도해주세요.' },
  FILE_DAMAGED: {
    status: 502,
    message: '파일이 저장한 내용과 달라 보여드릴 수 없습니다. 파일을 다시 보내주시거나 저희에게 알려주세요.',
  },
  FILES_UNAVAILABLE: {
    status: 503,
    message: '지금은 파일을 주고받을 수 없습니다. 메시지는 보낼 수 있으니, 파일은 잠시 후 다시 시도해주세요.',
  },
  SMS_OFF: { status: 503, message: '지금은 문자로 인증할 수 없습니다. 본인인증을 이용하거나 전화로 문의해주세요.' },
  IDENTITY_OFF: {
    status: 503,
    message: '지금은 본인인증을 이용할 수 없습니다. 문자 인증을 이용하거나 전화로 문의해주세요.',
  },
  IDENTITY_UNREACHABLE: {
    status: 502,
    message: '본인인증 기관의 응답을 확인하지 못했습니다. 잠시 후 다시 시도해주세요.',
  },
  UNAVAILABLE: { status: 503, message: '지금은 서비스를 이용할 수 없습니다. 잠시 후 다시 시도해주세요.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** One offending field by its path in the body, as in `price.plans.0.price`. */
export type ErrorDetail = { path: string; message: string };

/** The body of every error (contract §1). */
export type ErrorBody = { error: string; message?: string; code: ErrorCode; details?: ErrorDetail[] };
