import type { NoticeChannel, NoticeKind } from '#shared/rules/notices/notices.ts';

/** Holds what a customer is notified of, in the customer's words. */
export const NOTICE_LABELS: Readonly<Record<NoticeKind, string>> = {
  paid: '결제 완료',
  virtual_account: '가상계좌 안내',
  contacted: '통화 완료',
  work_started: '업무 시작',
  step_done: '진행 단계 완료',
  reply_waiting: '상담 답변 도착',
  refunded: '취소와 환불',
  new_device_login: '새 기기 로그인',
  callback_reminder: '통화 예약 안내',
  callback_booked: '통화 예약 변경',
  questions_open: '질문지',
  paper_requested: '서류 요청',
  paper_returned: '서류 다시 요청',
  letter_ready: '서명할 문서',
  deadline_near: '기한 안내',
};

export const CHANNEL_LABELS: Readonly<Record<NoticeChannel, string>> = {
  email: '이메일',
  kakao: '카카오톡',
  sms: '문자',
};
