import type { NoticeState } from '#shared/rules/notices/notices.ts';
import type { BadgeKind } from '#web/ui/badge.tsx';

export const NOTICE_STATE_TEXTS: Readonly<Record<NoticeState, { label: string; badge: BadgeKind }>> = {
  queued: { label: '대기', badge: 'info' },
  sent: { label: '보냄', badge: 'olive' },
  delivered: { label: '전달됨', badge: 'success' },
  failed: { label: '실패', badge: 'danger' },
  replaced: { label: '다른 수단으로 보냄', badge: 'quiet' },
};

/** The reasons that the shop itself records; any other text is the provider's message. */
const OWN_REASONS: Readonly<Record<string, string>> = {
  'hourly SMS limit reached': '한 시간에 보낼 수 있는 문자를 모두 보내 기다리고 있습니다.',
  'not delivered within 3 minutes': '3분 안에 전달되지 않았습니다.',
  'its cause is gone': '예약이 바뀌거나 취소되어 보내지 않았습니다.',
  'not sent in time': '통화 시간이 시작되어 보내지 않았습니다.',
  'the account has no mobile number': '회원의 휴대폰 번호가 없습니다.',
};

/** Why a notice was not delivered, in Korean as far as possible. */
export function noticeReason(lastError: string): string {
  return OWN_REASONS[lastError] ?? lastError;
}
