import { FIRM } from '#content/firm.ts';
import type { FactorChange } from '#shared/features/accounts/factor-kinds.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import type { MailParams } from '../mail.ts';
import type { Letter } from './letter.ts';

type LinkPath = '/reset-password' | '/verify-email' | '/undo-email' | '/staff-invitation';

/**
 * A link with its token in the fragment: browsers send it to no server, so that no log, Referer or
 * scanner that opens the link can keep it. The pages also take `?token=` (contract §6).
 */
function tokenLink(siteUrl: string, path: LinkPath, token: string): string {
  return `${siteUrl}${path}#token=${encodeURIComponent(token)}`;
}

/** Reset links, one for each account of the address (contract §3). */
export function passwordResetLetter({ accounts }: MailParams['password_reset'], siteUrl: string): Letter {
  return {
    subject: '비밀번호 재설정 안내',
    greeting: '안녕하세요. 비밀번호를 다시 정하실 수 있는 링크를 보내드립니다.',
    parts: [
      ...accounts.map(({ userId, token }) => ({
        label: `${userId} 비밀번호 다시 정하기`,
        url: tokenLink(siteUrl, '/reset-password', token),
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

/** The link that verifies an address; omitted once its token was erased. */
function verifyLink(token: string | undefined, siteUrl: string) {
  if (token === undefined) return [];
  return [{ label: '이메일 주소 확인하기', url: tokenLink(siteUrl, '/verify-email', token) }];
}

/** Omits the account's name: the address is unverified, and a name is free text. */
export function welcomeLetter({ userId, token }: MailParams['welcome'], siteUrl: string): Letter {
  return {
    subject: '가입을 환영합니다',
    greeting: `안녕하세요. ${FIRM.centreName}에 가입해 주셔서 감사합니다.`,
    parts: [
      { rows: [['아이디', userId]] },
      ...(token === undefined
        ? []
        : [{ text: '이 주소가 회원님의 주소인지 한 번 확인해주세요. 링크는 24시간 동안 사용하실 수 있습니다.' }]),
      ...verifyLink(token, siteUrl),
      { text: '이제 군인 정보를 등록하고 필요한 서비스를 신청하실 수 있습니다.' },
      { label: '서비스 보기', url: `${siteUrl}/services` },
      { text: '가입하신 적이 없다면 이 메일을 지우시면 됩니다.' },
    ],
  };
}

/** Asks the owner of a changed address to verify it. */
export function emailVerificationLetter({ userId, token }: MailParams['email_verification'], siteUrl: string): Letter {
  return {
    subject: '이메일 주소 확인',
    greeting: '안녕하세요. 아래 계정의 이메일 주소로 이 주소가 등록되었습니다.',
    parts: [
      { rows: [['아이디', userId]] },
      {
        text: '회원님이 등록하셨다면 아래 링크를 열고 확인을 눌러주세요. 링크는 24시간 동안 한 번만 사용하실 수 있습니다.',
      },
      ...verifyLink(token, siteUrl),
      { text: '등록하신 적이 없다면 이 메일을 지우시면 됩니다. 확인하지 않으신 주소로는 계정을 찾을 수 없습니다.' },
    ],
  };
}

/** Notifies the previous address of a change that its owner can undo. */
export function emailChangedLetter(mail: MailParams['email_changed'], siteUrl: string): Letter {
  const { userId, token, hasNewPassword } = mail;
  return {
    subject: '이메일 주소 변경 안내',
    greeting: '안녕하세요. 회원님의 계정에서 이메일 주소가 다른 주소로 변경되었습니다.',
    parts: [
      {
        rows: [
          ['아이디', userId],
          ['변경된 정보', hasNewPassword ? '이메일 주소, 비밀번호' : '이메일 주소'],
        ],
      },
      { text: '직접 변경하셨다면 이 메일을 지우시면 됩니다.' },
      {
        text: '변경하신 적이 없다면 아래 링크에서 7일 안에 이전 주소로 되돌려주세요. 모든 기기에서 로그아웃되며, 그다음 비밀번호를 다시 정하실 수 있습니다.',
      },
      ...(token === undefined
        ? []
        : [{ label: '이전 주소로 되돌리기', url: tokenLink(siteUrl, '/undo-email', token) }]),
      { text: `어려우면 ${FIRM.phone}으로 연락해주세요.` },
    ],
  };
}

/** Warns the owner of an account of a login that may not be theirs. */
export function newDeviceLetter(login: MailParams['new_device_login'], siteUrl: string): Letter {
  return {
    subject: '새 기기에서 로그인했습니다',
    greeting: '안녕하세요. 회원님의 계정에 처음 보는 기기에서 로그인했습니다.',
    parts: [
      {
        rows: [
          ['아이디', login.userId],
          ['시각', formatDateTime(login.at)],
          ['기기', login.device],
          ['IP 주소', login.address],
        ],
      },
      { text: '직접 로그인하셨다면 이 메일을 지우시면 됩니다.' },
      {
        text: `로그인하신 적이 없다면 비밀번호를 다시 정해주세요. 모든 기기에서 로그아웃됩니다. 어려우면 ${FIRM.phone}으로 연락해주세요.`,
      },
      { label: '비밀번호 다시 정하기', url: `${siteUrl}/forgot-password` },
    ],
  };
}

const CHANGED = { email: '이메일 주소', password: '비밀번호' } as const;

/** Names what changed, but not the new values: the address may no longer be the owner's. */
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
        text: `변경하신 적이 없다면 다른 사람이 계정을 사용하고 있을 수 있습니다. 비밀번호를 다시 정하시고, 어려우면 ${FIRM.phone}으로 연락해주세요.`,
      },
      { label: '비밀번호 다시 정하기', url: `${siteUrl}/forgot-password` },
    ],
  };
}

/** Without the names of inviter and invited person: both are free text, and the address is unproved. */
export function staffInvitationLetter({ token }: MailParams['staff_invitation'], siteUrl: string): Letter {
  return {
    subject: '직원 계정 초대',
    greeting: `안녕하세요. ${FIRM.centreName}의 관리 화면을 함께 쓰실 직원으로 초대합니다.`,
    parts: [
      { text: '아래 링크에서 사용하실 아이디와 비밀번호를 정해주세요.' },
      { label: '직원 계정 만들기', url: tokenLink(siteUrl, '/staff-invitation', token) },
      { text: '링크는 72시간 동안 한 번만 사용하실 수 있습니다. 다른 사람에게 전달하지 마세요.' },
      { text: '초대를 받으실 이유가 없다면 이 메일을 지우시면 됩니다. 계정은 만들어지지 않습니다.' },
    ],
  };
}

const FACTOR_CHANGES: Readonly<Record<FactorChange, string>> = {
  totp_added: '인증 앱을 등록했습니다.',
  passkey_added: '패스키를 등록했습니다.',
  totp_removed: '인증 앱을 삭제했습니다.',
  passkey_removed: '패스키를 삭제했습니다.',
  recovery_renewed: '복구 코드를 새로 발급했습니다. 이전 코드는 사용할 수 없습니다.',
  recovery_used: '복구 코드를 사용하여 로그인했습니다.',
  reset: '등록된 인증 수단을 모두 초기화했습니다.',
};

/** Warns the owner of an account of a change of its second factors. */
export function factorChangedLetter({ userId, change, at }: MailParams['factor_changed'], siteUrl: string): Letter {
  return {
    subject: '2단계 인증 변경 안내',
    greeting: `안녕하세요. 회원님의 계정에서 ${FACTOR_CHANGES[change]}`,
    parts: [
      {
        rows: [
          ['아이디', userId],
          ['시각', formatDateTime(at)],
        ],
      },
      { text: '직접 하셨다면 이 메일을 지우시면 됩니다.' },
      {
        text: `하신 적이 없다면 다른 사람이 계정을 사용하고 있을 수 있습니다. 바로 비밀번호를 다시 정하시고 ${FIRM.phone}으로 연락해주세요.`,
      },
      { label: '비밀번호 다시 정하기', url: `${siteUrl}/forgot-password` },
    ],
  };
}
