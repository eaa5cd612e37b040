import type { NoticeKind } from '#shared/rules/notices/notices.ts';

/**
 * Text of each notice to a phone, exactly as it is submitted to KakaoTalk for approval; `#{…}` are
 * its variables. SMS uses the same text. Approved templates cannot change: a new text needs a new
 * template code. No text names a service, an illness or a reason (contract §7): notices show on
 * lock screens. `npm run notices:templates` prints them.
 */
export const NOTICE_TEMPLATES: Readonly<Record<NoticeKind, { title: string; text: string }>> = {
  paid: {
    title: '결제 완료',
    text: '결제가 완료되었습니다.\n\n주문 번호: #{주문번호}\n결제 금액: #{금액}\n\n진행 상황은 로그인하신 뒤 확인하실 수 있습니다.\n#{링크}',
  },
  virtual_account: {
    title: '가상계좌 안내',
    text: '입금하실 가상계좌를 알려드립니다.\n\n주문 번호: #{주문번호}\n은행: #{은행}\n계좌 번호: #{계좌번호}\n예금주: #{예금주}\n금액: #{금액}\n입금 기한: #{기한}\n\n#{링크}',
  },
  contacted: {
    title: '통화 완료',
    text: '약속드린 연락을 드렸습니다.\n\n주문 번호: #{주문번호}\n\n다음 진행 상황은 로그인하신 뒤 확인하실 수 있습니다.\n#{링크}',
  },
  work_started: {
    title: '업무 시작',
    text: '담당자가 업무를 시작했습니다.\n\n주문 번호: #{주문번호}\n\n진행 상황은 로그인하신 뒤 확인하실 수 있습니다.\n#{링크}',
  },
  step_done: {
    title: '진행 단계 완료',
    text: '진행 단계 하나를 마쳤습니다.\n\n주문 번호: #{주문번호}\n\n자세한 내용은 로그인하신 뒤 확인하실 수 있습니다.\n#{링크}',
  },
  reply_waiting: {
    title: '답변 도착',
    text: '문의하신 내용에 답변이 도착했습니다.\n\n내용은 로그인하신 뒤 확인하실 수 있습니다.\n#{링크}',
  },
  refunded: {
    title: '환불 완료',
    text: '환불 처리를 마쳤습니다.\n\n주문 번호: #{주문번호}\n환불 금액: #{금액}\n\n카드사에 따라 취소 확인까지 며칠이 걸릴 수 있습니다.\n#{링크}',
  },
  new_device_login: {
    title: '새 기기 로그인',
    text: '새로운 기기에서 로그인했습니다.\n\n시각: #{시각}\n\n본인이 아니라면 바로 비밀번호를 변경해주세요.\n#{링크}',
  },
  callback_booked: {
    title: '통화 예약 변경',
    text: '통화 예약을 알려드립니다.\n\n주문 번호: #{주문번호}\n통화 시간: #{시간}\n\n변경이나 취소는 로그인하신 뒤 하실 수 있습니다.\n#{링크}',
  },
  questions_open: {
    title: '질문지 안내',
    text: '답해 주실 질문지가 있습니다.\n\n주문 번호: #{주문번호}\n\n질문은 로그인하신 뒤 확인하실 수 있습니다.\n#{링크}',
  },
  paper_requested: {
    title: '서류 요청',
    text: '올려 주실 서류가 있습니다.\n\n주문 번호: #{주문번호}\n\n필요한 서류는 로그인하신 뒤 확인하실 수 있습니다.\n#{링크}',
  },
  paper_returned: {
    title: '서류 다시 요청',
    text: '올려 주신 서류를 다시 부탁드립니다.\n\n주문 번호: #{주문번호}\n\n이유는 로그인하신 뒤 확인하실 수 있습니다.\n#{링크}',
  },
  letter_ready: {
    title: '서명할 문서 안내',
    text: '읽고 서명하실 문서가 있습니다.\n\n주문 번호: #{주문번호}\n\n문서는 로그인하신 뒤 확인하실 수 있습니다.\n#{링크}',
  },
  deadline_near: {
    title: '기한 안내',
    text: '기한이 가까워진 일이 있습니다.\n\n주문 번호: #{주문번호}\n\n날짜는 로그인하신 뒤 확인하실 수 있습니다.\n#{링크}',
  },
  callback_reminder: {
    title: '통화 예약 안내',
    text: '예약하신 통화 시간을 알려드립니다.\n\n주문 번호: #{주문번호}\n통화 시간: #{시간}\n\n시간 변경은 로그인하신 뒤 하실 수 있습니다.\n#{링크}',
  },
};
