import { z } from 'zod';
import { providerUrl, type Values } from './fields.ts';

export const socialVariables = {
  KAKAO_CLIENT_ID: z.string().optional(),
  KAKAO_CLIENT_SECRET: z.string().optional(),
  KAKAO_ISSUER: providerUrl('https://kauth.kakao.com'),
  NAVER_CLIENT_ID: z.string().optional(),
  NAVER_CLIENT_SECRET: z.string().optional(),
  NAVER_AUTH_URL: providerUrl('https://nid.naver.com/oauth2.0/authorize'),
  NAVER_TOKEN_URL: providerUrl('https://nid.naver.com/oauth2.0/token'),
  NAVER_PROFILE_URL: providerUrl('https://openapi.naver.com/v1/nid/me'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: providerUrl('https://accounts.google.com'),
};

type ClientSettings = { clientId: string; clientSecret: string };
export type OpenIdSettings = ClientSettings & { issuer: string; scope: string };
export type NaverSettings = ClientSettings & { authUrl: string; tokenUrl: string; profileUrl: string };

/** Providers of logins; undefined where one is not configured. */
export type SocialConfig = {
  kakao: OpenIdSettings | undefined;
  naver: NaverSettings | undefined;
  google: OpenIdSettings | undefined;
};

/** The id and the secret of one provider: both or neither. */
function socialClient(
  name: string,
  clientId: string | undefined,
  clientSecret: string | undefined,
  problems: string[],
) {
  if (clientId && clientSecret) return { clientId, clientSecret };
  if (clientId) problems.push(`${name}_CLIENT_SECRET: missing; accepted: the secret that belongs to ${name}_CLIENT_ID`);
  if (clientSecret) problems.push(`${name}_CLIENT_ID: missing; accepted: the id that belongs to ${name}_CLIENT_SECRET`);
  return undefined;
}

/** The providers of logins that are set up; adds to `problems` what is missing. */
export function socialConfig(env: Values<typeof socialVariables>, problems: string[]): SocialConfig {
  const kakao = socialClient('KAKAO', env.KAKAO_CLIENT_ID, env.KAKAO_CLIENT_SECRET, problems);
  const naver = socialClient('NAVER', env.NAVER_CLIENT_ID, env.NAVER_CLIENT_SECRET, problems);
  const google = socialClient('GOOGLE', env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET, problems);
  return {
    kakao: kakao && { ...kakao, issuer: env.KAKAO_ISSUER, scope: 'openid profile_nickname account_email' },
    naver: naver && {
      ...naver,
      authUrl: env.NAVER_AUTH_URL,
      tokenUrl: env.NAVER_TOKEN_URL,
      profileUrl: env.NAVER_PROFILE_URL,
    },
    google: google && { ...google, issuer: env.GOOGLE_ISSUER, scope: 'openid email profile' },
  };
}
