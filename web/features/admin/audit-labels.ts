/** Kinds of actions, by the prefix of their names. */
export const AUDIT_SUBJECTS: Readonly<Record<string, string>> = {
  order: '주문',
  user: '회원',
  service: '서비스',
  mail: '메일',
  payment_difference: '결제 대조',
  payment_webhook: '결제 알림',
  terms: '약관',
  image: '이미지',
};

/** Every action that the audit log knows. */
export const AUDIT_ACTIONS: Readonly<Record<string, string>> = {
  'order.list': '주문 목록 조회',
  'order.view': '주문 상세 조회',
  'order.view_payments': '주문 결제 기록 조회',
  'order.export': '주문 CSV 내려받기 시작',
  'order.exported': '주문 CSV 내려받기 끝',
  'order.note': '주문 메모 작성',
  'order.set_status': '주문 상태 변경',
  'order.refund': '환불',
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
};

/** An action without a label shows its name, so that nothing is hidden. */
export function auditActionLabel(action: string): string {
  return AUDIT_ACTIONS[action] ?? action;
}

const SYSTEM = 'system';
const COMMAND_LINE = 'command line';

export function auditActorLabel(actor: string): string {
  return actor === SYSTEM ? '시스템' : actor;
}

export function auditAddressLabel(address: string): string {
  return address === COMMAND_LINE ? '서버 명령' : address;
}

/** The labels of the values recorded before and after an action. */
const FIELDS: Readonly<Record<string, string>> = {
  action: '행위',
  actor: '담당자',
  alt: '대체 텍스트',
  amount: '금액',
  bytes: '크기(바이트)',
  cancel_id: '결제사 환불 번호',
  card_description: '카드 설명',
  category: '카테고리',
  content: '내용',
  description: '설명',
  filename: '파일',
  filters: '조건',
  from: '시작일',
  height: '높이',
  html: '본문',
  id: '번호',
  isComplete: '끝까지 받음',
  isVisible: '고객에게 공개',
  items: '항목',
  last_error: '실패 사유',
  mails: '메일',
  name: '이름',
  note: '고객에게 보인 사유',
  orders: '주문',
  original_price: '정가',
  paid_price: '결제 금액',
  plans: '상품 옵션',
  position: '순서',
  price: '가격',
  q: '검색어',
  receipt_id: '결제 번호',
  refund_id: '환불 번호',
  request_id: '환불 요청 번호',
  requests: '환불 요청 번호',
  requiresAuth: '로그인 필요',
  requiresSoldier: '군인 정보 필요',
  role: '권한',
  rows: '줄 수',
  sections: '섹션',
  serviceIds: '하위 서비스',
  state: '상태',
  status: '상태',
  tagline: '한 줄 소개',
  text: '내용',
  title: '제목',
  to: '종료일',
  type: '종류',
  untouched: '시작할 주문만',
  updated_at: '수정 일시',
  url: '주소',
  user: '회원 번호',
  users: '회원',
  version: '버전',
  waiting: '처리할 일',
  width: '너비',
  work_started_at: '업무 시작 일시',
};

export function auditFieldLabel(name: string): string {
  return FIELDS[name] ?? name;
}
