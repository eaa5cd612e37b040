import { LOGIN_METHOD_LABELS, type LoginMethod } from '#shared/features/accounts/login-method.ts';

/** How a person logged in, in Korean. */
export function loginMethodLabel(method: LoginMethod): string {
  return LOGIN_METHOD_LABELS[method];
}
