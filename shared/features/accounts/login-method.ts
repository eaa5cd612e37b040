import type { SocialProvider } from '#shared/features/oauth/schemas.ts';

/** How a person proved who they are; of a login with two factors, the second (contract §6). */
export type LoginMethod = 'password' | 'totp' | 'passkey' | 'recovery' | `social:${SocialProvider}`;

export const LOGIN_METHOD_LABELS: Readonly<Record<LoginMethod, string>> = {
  password: '비밀번호',
  totp: '인증 앱',
  passkey: '패스키',
  recovery: '복구 코드',
  'social:kakao': '카카오',
  'social:naver': '네이버',
  'social:google': 'Google',
};

export const LOGIN_RESULTS = ['success', 'failure'] as const;
export type LoginResult = (typeof LOGIN_RESULTS)[number];
