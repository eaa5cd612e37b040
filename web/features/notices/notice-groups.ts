import type { NoticeSettingsAnswer } from '#shared/features/notices/schemas.ts';
import {
  FIXED_MAILS,
  MAILED_BY_DEFAULT,
  type NoticeChannel,
  type NoticeChannels,
  type NoticeKind,
} from '#shared/rules/notices/notices.ts';

export type NoticeGroup = { id: string; label: string; text: string; kinds: readonly NoticeKind[] };

/** Kinds that a customer switches together; the API keeps each of them. */
export const NOTICE_GROUPS: readonly NoticeGroup[] = [
  {
    id: 'progress',
    label: '진행과 통화',
    text: '통화 예약, 업무 시작, 단계 완료, 질문지와 서류, 기한',
    kinds: [
      'contacted',
      'work_started',
      'step_done',
      'callback_reminder',
      'callback_booked',
      'questions_open',
      'paper_requested',
      'paper_returned',
      'letter_ready',
      'deadline_near',
    ],
  },
  {
    id: 'answers',
    label: '답변과 로그인',
    text: '상담 답변, 새 기기 로그인',
    kinds: ['reply_waiting', 'new_device_login'],
  },
  {
    id: 'money',
    label: '결제와 환불',
    text: '영수증은 이메일로 항상 보내드립니다.',
    kinds: ['paid', 'virtual_account', 'refunded'],
  },
];

type Kinds = NoticeSettingsAnswer['kinds'];
export type KindChanges = Partial<Record<NoticeKind, Partial<NoticeChannels>>>;

/** Returns the channel by which the account is notified: SMS beside KakaoTalk only stands in for it. */
export function chosenChannel(kinds: Kinds): NoticeChannel {
  const all = Object.values(kinds);
  if (all.some(({ kakao }) => kakao)) return 'kakao';
  return all.some(({ sms }) => sms) ? 'sms' : 'email';
}

/** Returns whether anything of the group is sent that can be switched off. */
export function isGroupOn(group: NoticeGroup, kinds: Kinds): boolean {
  return group.kinds.some((kind) => {
    const { email, kakao, sms } = kinds[kind];
    return kakao || sms || (email && !FIXED_MAILS.includes(kind));
  });
}

/** Returns what to store for kinds that are switched on, by the chosen channel, or off. */
export function kindChanges(kinds: readonly NoticeKind[], isOn: boolean, channel: NoticeChannel): KindChanges {
  return Object.fromEntries(
    kinds.map((kind) => {
      const phone = { kakao: isOn && channel === 'kakao', sms: isOn && channel !== 'email' };
      // A fixed mail cannot be switched off, and needs no switching on.
      if (FIXED_MAILS.includes(kind)) return [kind, phone];
      return [kind, { ...phone, email: isOn && (channel === 'email' || MAILED_BY_DEFAULT.includes(kind)) }];
    }),
  );
}
