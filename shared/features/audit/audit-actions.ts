/** Kinds of actions, by the prefix of their names. */
export const AUDIT_SUBJECTS = {
  order: '주문',
  user: '회원',
  service: '서비스',
  mail: '메일',
  payment_difference: '결제 대사',
  payment_webhook: '결제 알림',
  terms: '약관',
  image: '이미지',
} as const;
export type AuditSubject = keyof typeof AUDIT_SUBJECTS;

/** Every action that the audit log knows. */
export const AUDIT_ACTIONS = {
  'order.list': '주문 목록 조회',
  'order.view': '주문 상세 조회',
  'order.view_payments': '주문 결제 기록 조회',
  'order.export': '주문 CSV 내려받기 시작',
  'order.exported': '주문 CSV 내려받기 끝',
  'order.note': '주문 메모 작성',
  'order.set_status': '주문 상태 변경',
  'order.refund': '환불',
  'order.refund_outside': '다른 방법으로 환급함',
  'order.drop_payment': '결제 확인 중단',
  'order.list_refund_requests': '환불 요청 목록 조회',
  'order.grant_refund_request': '환불 요청 승인',
  'order.refuse_refund_request': '환불 요청 거절',
  'order.set_work': '업무 시작 표시',
  'order.check': '결제 다시 확인',
  'user.list': '회원 목록 조회',
  'user.view': '회원 상세 조회',
  'user.view_soldiers': '회원의 군인 조회',
  'user.set_role': '회원 권한 변경',
  'user.create_admin': '관리자 계정 생성',
  'user.make_admin': '기존 회원을 관리자로 지정',
  'service.create': '서비스 등록',
  'service.update': '서비스 수정',
  'service.delete': '서비스 삭제',
  'service.reorder': '서비스 순서 변경',
  'mail.list': '메일 목록 조회',
  'mail.retry': '메일 다시 보내기',
  'payment_difference.handle': '결제 차이 처리',
  'payment_webhook.handle': '연결되지 않은 결제 알림 처리',
  'payment_webhook.handle_many': '연결되지 않은 결제 알림 일괄 처리',
  'terms.create': '약관 등록',
  'terms.update': '약관 수정',
  'image.upload': '이미지 올리기',
} as const satisfies Record<`${AuditSubject}.${string}`, string>;
/** What is recorded, as `<subject>.<verb>`; a new action begins with its label here. */
export type AuditAction = keyof typeof AUDIT_ACTIONS;
