import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '#shared/features/audit/audit-actions.ts';

const LABELS: Readonly<Record<string, string>> = AUDIT_ACTIONS;

/** An action of a newer version of the program shows its name, so that nothing is hidden. */
export function auditActionLabel(action: string): string {
  return LABELS[action] ?? action;
}

const SUBJECT_LABELS: Readonly<Record<string, string>> = AUDIT_SUBJECTS;

export function auditSubjectLabel(subject: string): string {
  return SUBJECT_LABELS[subject] ?? subject;
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
  approved_by: '승인한 관리자',
  asked_by: '요청한 관리자',
  asked_of: '요청받은 사람',
  assignee: '담당',
  assignee_id: '담당자 번호',
  bytes: '크기(바이트)',
  callback: '통화 예약 일시',
  cancel_id: '결제사 환불 번호',
  capacity: '한 시간대 예약 인원',
  card_description: '카드 설명',
  category: '카테고리',
  channel: '수단',
  contact: '연락',
  contacted_at: '연락 일시',
  content: '내용',
  conversations: '상담',
  copied_from: '복제한 서비스 번호',
  description: '설명',
  done_at: '완료 일시',
  due: '기한',
  due_on: '예정일',
  ends_at: '끝나는 일시',
  entries: '기록 수',
  evidence_sha256: '서명 증거의 해시',
  fee: '보수',
  filename: '파일',
  filters: '조건',
  from: '시작일',
  handled: '처리한 건수',
  has_note: '메모 있음',
  is_private: '비공개',
  is_filing: '의뢰인 이름으로 제출',
  participant: '참여자',
  height: '높이',
  hold_until: '보류 종료일',
  html: '본문',
  id: '번호',
  ids: '번호',
  issued_on: '발급일',
  invitation_id: '초대 번호',
  invited_by: '초대한 담당자 번호',
  is_active: '계정 사용',
  is_hidden: '숨김',
  is_note_changed: '메모 바뀜',
  isComplete: '끝까지 받음',
  isVisible: '고객에게 공개',
  items: '항목',
  keywords: '검색어',
  kind: '종류',
  letter_id: '수임계약서 번호',
  last_error: '실패 사유',
  mails: '메일',
  method: '로그인 방법',
  month: '월',
  name: '이름',
  note: '고객에게 보인 사유',
  note_id: '메모 번호',
  notices: '알림',
  opponents: '상대방 수',
  orders: '주문',
  original_price: '정가',
  paid_price: '결제 금액',
  paper_id: '서류 번호',
  permissions: '권한 범위',
  plans: '상품 옵션',
  position: '순서',
  price: '가격',
  proposal_id: '두 번째 확인 번호',
  proposed_by: '요청한 담당자 번호',
  proof: '증빙',
  purpose: '용도',
  q_hash: '검색어',
  receipt_id: '결제 번호',
  replaced: '대체된 수임계약서 번호',
  refund_id: '환불 번호',
  request_id: '환불 요청 번호',
  requests: '환불 요청 번호',
  requiresAuth: '로그인 필요',
  requiresSoldier: '군인 정보 필요',
  role: '권한',
  rows: '줄 수',
  scheduled_price: '기간 가격',
  sections: '섹션',
  serviceIds: '하위 서비스',
  sha256: '문서의 해시',
  starts_at: '시작 일시',
  state: '상태',
  status: '상태',
  step_id: '단계 번호',
  step_ids: '단계 순서',
  steps: '진행 단계',
  subject: '대상',
  tagline: '한 줄 소개',
  takes_cases: '사건 담당',
  away_until: '부재 마지막 날',
  substitute_id: '대신하는 사람',
  text: '내용',
  title: '제목',
  titles: '단계 제목',
  to: '종료일',
  type: '종류',
  untouched: '시작할 주문만',
  up_to: '마지막 번호',
  updated_at: '수정 일시',
  url: '주소',
  user: '회원 번호',
  users: '회원',
  version: '버전',
  waiting: '처리할 일',
  width: '너비',
  work: '업무',
  work_closed_at: '종결 일시',
  work_started_at: '업무 시작 일시',
};

export function auditFieldLabel(name: string): string {
  return FIELDS[name] ?? name;
}
