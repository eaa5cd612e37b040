import type { ReturnTo } from '#shared/platform/return-to.ts';

type Reason = { login: string; register: string };

const DEFAULT: Reason = {
  login: '신청한 서비스와 진행 상황을 확인하시려면 로그인해주세요.',
  register: '가입하시면 서비스를 신청하고 진행 상황을 확인하실 수 있습니다.',
};

/** By the path that the login returns to; the first pattern that fits. */
const REASONS: ReadonlyArray<[path: RegExp, reason: Partial<Reason>]> = [
  [
    /^\/services\//,
    {
      login: '로그인하시면 고르신 내용 그대로 신청하실 수 있습니다.',
      register: '가입하시면 고르신 내용 그대로 신청하실 수 있습니다.',
    },
  ],
  [
    /^\/consult$/,
    {
      login:
        '답변을 본인만 볼 수 있도록 로그인을 부탁드립니다. 쓰신 내용은 그대로 있으니 로그인하신 뒤 바로 보내주세요.',
      register:
        '답변을 본인만 볼 수 있도록 가입을 부탁드립니다. 쓰신 내용은 그대로 있으니 가입하신 뒤 바로 보내주세요.',
    },
  ],
  [/^\/consult\//, { login: '상담 내용은 본인만 볼 수 있습니다. 로그인하시면 보시던 상담으로 돌아갑니다.' }],
  [/^\/orders\//, { login: '사건의 진행 상황은 본인만 볼 수 있습니다. 로그인하시면 보시던 화면으로 돌아갑니다.' }],
  [
    /^\/purchase/,
    {
      login: '결제는 로그인하신 뒤에 할 수 있습니다. 로그인하시면 보시던 화면으로 돌아갑니다.',
      register: '가입하시면 고르신 내용 그대로 결제로 이어집니다.',
    },
  ],
];

/** Says why the login, or the sign-up, stands before the page that it returns to. */
export function loginReason(returnTo: ReturnTo | undefined): Reason {
  const path = returnTo?.replace(/[?#].*$/, '') ?? '';
  const [, reason] = REASONS.find(([pattern]) => pattern.test(path)) ?? [];
  return { ...DEFAULT, ...reason };
}
