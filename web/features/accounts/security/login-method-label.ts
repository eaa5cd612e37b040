import type { LoginMethod } from '#shared/features/accounts/login-method.ts';

export const LOGIN_METHOD_LABELS: Readonly<Record<LoginMethod, string>> = {
  password: '비밀번호',
  totp: '인증 앱',
  passkey: '패스키',
  recovery: '복구 코드',
  'social:kakao': '카카오',
  'social:naver': '네이버',
  'social:google': 'Google',
};

/** How a person logged in, in Korean. */
export function loginMethodLabel(method: LoginMethod): string {
  return LOGIN_METHOD_LABELS[method];
}
