import type { AdminMail } from '#shared/features/mails/schemas.ts';
import type { BadgeKind } from '#web/ui/badge.tsx';

const KINDS: Readonly<Record<string, string>> = {
  password_reset: '비밀번호 재설정',
  user_id_notice: '아이디 안내',
  welcome: '가입 안내',
  email_verification: '이메일 주소 확인',
  email_changed: '이메일 주소 변경',
  new_device_login: '새 기기 로그인',
  factor_changed: '2단계 인증 변경',
  marketing_changed: '광고 수신 동의 처리 결과',
  marketing_reminder: '광고 수신 동의 확인',
  staff_invitation: '직원 초대 (직원)',
  account_changed: '계정 정보 변경',
  notice: '진행 알림',
  order_confirmed: '결제 완료',
  order_cancelled: '주문 취소',
  order_refunded: '환불 안내',
  payment_returned: '쓰이지 않은 결제 환불 안내',
  refund_account: '환불 계좌 요청',
  refund_asked: '환불 요청 접수',
  refund_withdrawn: '환불 요청 철회',
  refund_granted: '환불 요청 승인',
  refund_refused: '환불 요청 거절',
  virtual_account: '입금 계좌 안내',
  work_started: '업무 시작 안내',
  participants_changed: '참여자 변경 안내',
  lawyer_named: '사건 담당 안내',
  order_assigned: '담당 지정 (직원)',
  refund_proposed: '환불 확인 요청 (직원)',
  consultation_waiting: '상담 대기 알림 (직원)',
};

/** The subject of a mail, by its kind. */
export function mailKindLabel(kind: string): string {
  return KINDS[kind] ?? kind;
}

export const MAIL_STATES: Record<AdminMail['state'], { label: string; badge: BadgeKind }> = {
  waiting: { label: '대기', badge: 'info' },
  failed: { label: '실패', badge: 'danger' },
  sent: { label: '보냄', badge: 'success' },
};

/** The reasons that the shop itself records; any other text is the mail server's message. */
const OWN_REASONS: Readonly<Record<string, string>> = {
  'the link ran out before the mail was sent': '링크의 유효 시간이 지나 보내지 않았습니다.',
};

/** Why a mail was not sent, in Korean as far as possible. */
export function mailReason(lastError: string): string {
  return OWN_REASONS[lastError] ?? lastError;
}
