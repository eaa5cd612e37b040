import { FIRM } from '#content/firm.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { consentLabel, MARKETING_CHANNEL_LABELS } from '#shared/rules/notices/marketing.ts';
import type { MailParams } from '../mail.ts';
import type { Letter } from './letter.ts';

const SENDER = `${FIRM.name} ${FIRM.centreName}`;

function settingsLink(siteUrl: string) {
  return { label: '수신 동의 확인하고 바꾸기', url: `${siteUrl}/profile` };
}

/** Confirms consents and withdrawals, with sender, date and result (정보통신망법 §50⑦). */
export function marketingChangedLetter({ userId, changes }: MailParams['marketing_changed'], siteUrl: string): Letter {
  return {
    subject: '광고성 정보 수신 동의 처리 결과',
    greeting: '안녕하세요. 광고성 정보 수신에 관한 회원님의 의사를 아래와 같이 처리했습니다.',
    parts: [
      {
        rows: [
          ['전송자', SENDER],
          ['아이디', userId],
          ...changes.map(
            ({ channel, isGiven, at }) =>
              [
                `${MARKETING_CHANNEL_LABELS[channel]} 수신`,
                `${formatDateTime(at)} ${consentLabel({ is_given: isGiven })}`,
              ] as const,
          ),
        ],
      },
      { text: '언제든지 마이페이지의 알림 설정에서 바로 동의하거나 철회하실 수 있습니다.' },
      settingsLink(siteUrl),
    ],
  };
}

/** Reminds of consents, with their date and the way to withdraw them (시행령 §62의3). */
export function marketingReminderLetter(
  { userId, consents }: MailParams['marketing_reminder'],
  siteUrl: string,
): Letter {
  return {
    subject: '광고성 정보 수신 동의 확인 안내',
    greeting: '안녕하세요. 광고성 정보 수신에 동의하신 지 2년이 되어 동의하신 내용을 알려드립니다.',
    parts: [
      {
        rows: [
          ['전송자', SENDER],
          ['아이디', userId],
          ...consents.map(
            ({ channel, at }) => [`${MARKETING_CHANNEL_LABELS[channel]} 수신`, `${formatDateTime(at)} 동의`] as const,
          ),
        ],
      },
      {
        text: '동의를 유지하시려면 따로 하실 일이 없습니다. 철회하시려면 아래 화면의 알림 설정에서 선택을 풀어주세요.',
      },
      settingsLink(siteUrl),
    ],
  };
}
