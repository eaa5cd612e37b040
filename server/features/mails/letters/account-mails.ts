import { FIRM } from '#content/firm.ts';
import type { Letter } from './letter.ts';
import type { MailParams } from './mail.ts';

/** The ways to new passwords: one for each account of the address (contract §3). */
export function passwordResetLetter({ accounts }: MailParams['password_reset'], siteUrl: string): Letter {
  return {
    subject: '비밀번호 재설정 안내',
    greeting: '안녕하세요. 비밀번호를 다시 정하실 수 있는 링크를 보내드립니다.',
    parts: [
      ...accounts.map(({ userId, token }) => ({
        label: `${userId} 비밀번호 다시 정하기`,
        url: `${siteUrl}/reset-password?token=${encodeURIComponent(token)}`,
      })),
      { text: '링크는 1시간 동안 한 번만 사용하실 수 있습니다.' },
      { text: '요청하신 적이 없다면 이 메일을 지우시면 됩니다. 비밀번호는 그대로입니다.' },
    ],
  };
}

/** The login ids of an address. */
export function userIdNoticeLetter({ userIds }: MailParams['user_id_notice'], siteUrl: string): Letter {
  return {
    subject: '아이디 안내',
    greeting: '안녕하세요. 이 이메일로 가입하신 아이디를 알려드립니다.',
    parts: [
      { rows: userIds.map((userId) => ['아이디', userId] as const) },
      { label: '로그인', url: `${siteUrl}/login` },
      { text: '요청하신 적이 없다면 이 메일을 지우시면 됩니다.' },
    ],
  };
}

export function welcomeLetter({ fullname, userId }: MailParams['welcome'], siteUrl: string): Letter {
  return {
    subject: '가입을 환영합니다',
    greeting: `${fullname || userId} 님, 안녕하세요. ${FIRM.centreName}에 가입해 주셔서 감사합니다.`,
    parts: [
      { rows: [['아이디', userId]] },
      { text: '이제 군인 정보를 등록하고 필요한 서비스를 신청하실 수 있습니다.' },
      { label: '서비스 보기', url: `${siteUrl}/services` },
    ],
  };
}

const CHANGED = { email: '이메일 주소', password: '비밀번호' } as const;

/** What changed, but not into what: the address may no longer be its owner's. */
export function accountChangedLetter({ userId, changed }: MailParams['account_changed'], siteUrl: string): Letter {
  const what = changed.map((field) => CHANGED[field]).join(', ');
  return {
    subject: '계정 정보 변경 안내',
    greeting: '안녕하세요. 회원님의 계정에서 아래 정보가 변경되었습니다.',
    parts: [
      {
        rows: [
          ['아이디', userId],
          ['변경된 정보', what],
        ],
      },
      { text: '직접 변경하셨다면 이 메일을 지우시면 됩니다.' },
      {
        text: `변경하신 적이 없다면 다른 사람이 계정을 사용하고 있을 수 있습니다. 비밀번호를 다시 정하시고, 어려우면 ${FIRM.phone}로 연락해주시기 바랍니다.`,
      },
      { label: '비밀번호 다시 정하기', url: `${siteUrl}/forgot-password` },
    ],
  };
}
